import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { undoChange } from '#app/features/back-office/undo.server.ts'
import { bookings } from '#app/features/bookings/bookings.tables.server.ts'
import { correctSource } from '#app/features/bookings/manage/page/correct-source.server.ts'
import { taxes } from '#app/features/pricing/pricing.tables.server.ts'
import { getOwed } from '#app/features/reports/owed/owed.server.ts'
import { versionOf } from '#app/platform/change/version.server.ts'
import { UNNAMED } from '#app/platform/http/operator-access.server.ts'
import { postChange } from '#test/changes/post-change.ts'
import { describeWithDatabase } from '#test/database.ts'
import { makeBooking, makeProperty, makeSite, testClock, testServices } from '#test/factories.ts'
import { lodgingTaxChanges } from './lodging-tax.changes.server.ts'
import { getLodgingTax } from './lodging-tax.server.ts'
import { taxPlatforms } from './lodging-tax.tables.server.ts'

const CITY = 'Steamboat Springs'
const by = { ...UNNAMED, name: 'mia' }

/** A payout of $2,000.00 with 20.4% in it. */
const STAY = {
  ...({ status: 'confirmed', source: 'other', totalAmount: '2000.00' } as const),
  lines: [
    { kind: 'nights', label: 'Agreed price', amount: 1661_13 },
    ...[
      {
        kind: 'tax',
        label: 'Lodging tax (20.4%)',
        amount: 338_87,
        jurisdiction: CITY,
        basis: 'percent',
        taxable: 1661_13,
      },
    ],
  ],
}

describeWithDatabase('the lodging tax of a stay whose source is corrected', (database) => {
  test('is the platform’s from then on, in a report and in the adjustments of one that was filed, and Undo brings it back', async () => {
    const clock = testClock(new Date('2027-08-02T18:00:00Z'))
    const services = testServices(database(), { clock })
    const { db } = services
    await makeSite(db)
    const propertyId = await makeProperty(db, { timeZone: 'America/Denver' })
    await db.insert(taxes).values({ propertyId, name: 'Lodging tax', jurisdiction: CITY, rate: '20.4' })
    await db.insert(taxPlatforms).values({ source: 'airbnb' })
    const id = await makeBooking(db, propertyId, { from: '2027-07-01', to: '2027-07-05' }, STAY)
    const [stay] = await db.select().from(bookings).where(eq(bookings.id, id))
    const report = async (period: string) => {
      const read = await getLodgingTax(services, new URLSearchParams({ authority: CITY, period }))
      return [read?.figures.due, read?.entries.map(({ kind, label, tax }) => [kind, label, tax])]
    }
    const OWN = [338_87, [['rate', 'Lodging tax (20.4%)', 338_87]]]
    const correct = (source: string, seen: string) =>
      postChange(
        correctSource,
        { services, by, params: { reference: stay?.reference ?? '' } },
        { source, version: versionOf(seen) },
      )
    expect(await report('2027-07')).toEqual(OWN)
    const corrected = await correct('airbnb', 'other')
    expect(await report('2027-07')).toEqual([0, [['platform', 'airbnb', 338_87]]])
    // The payment of a platform is recorded like every payment. Until then it is open.
    expect((await getOwed(services, by)).owed).toMatchObject([{ reference: stay?.reference }])
    expect(await undoChange(services, { id: (corrected.ok && corrected.id) || '', by })).toMatchObject({ ok: true })
    expect(await report('2027-07')).toEqual(OWN)
    const filing = { id: CITY, period: '2027-07', due: '$338.87' }
    expect(await postChange(lodgingTaxChanges['file-tax'], { services, by }, filing)).toMatchObject({ ok: true })
    clock.set(new Date(clock.now().getTime() + 60_000))
    await correct('airbnb', 'other')
    // Versions have the time of the database: this one gets that of the test.
    const time = sql`${clock.now().toISOString()}::timestamptz`
    await db.execute(
      sql`update booking_versions set recorded_at = ${time} where booking_id = ${id} and replaced_at is null`,
    )
    clock.set(new Date(clock.now().getTime() + 60_000))
    // The filed figures stay, and the next period corrects them.
    expect((await report('2027-07'))[0]).toBe(338_87)
    expect((await report('2027-08'))[0]).toBe(-338_87)
  })
})

import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { ZodType } from 'zod'
import { undoChange } from '#app/features/back-office/undo.server.ts'
import type { PriceLine } from '#app/features/pricing/price.ts'
import type { Change } from '#app/platform/change/change.server.ts'
import { versionOf } from '#app/platform/change/version.server.ts'
import { bookings, bookingVersions, ledger, taxes } from '#app/platform/db/schema.server.ts'
import { type Operator, UNNAMED } from '#app/platform/http/operator-access.server.ts'
import { numericFromCents } from '#app/shared/money.ts'
import { postChange } from '#test/changes/post-change.ts'
import { describeWithDatabase } from '#test/database.ts'
import { accessFor, makeBooking, makeProperty, makeSite, testClock, testServices } from '#test/factories.ts'
import { moneyApi } from '../money.api.server.ts'
import { lodgingTaxChanges } from './lodging-tax.changes.server.ts'
import { getLodgingTax } from './lodging-tax.server.ts'

const CITY = 'Steamboat Springs'

describeWithDatabase('lodging tax', (database) => {
  const clock = testClock(new Date('2027-07-10T18:00:00Z'))
  const services = () => testServices(database(), { clock })
  const bo: Operator = { ...UNNAMED, name: 'bo' }
  const report = async (query: Record<string, string>) => {
    const found = await getLodgingTax(services(), new URLSearchParams({ authority: CITY, ...query }))
    if (!found) throw new Error('there is no tax')
    return found
  }
  const post = (intent: keyof typeof lodgingTaxChanges, fields: Record<string, string | string[]>) => {
    const change = lodgingTaxChanges[intent] as Change<ZodType>
    return postChange(change, { services: services(), by: bo }, fields as Record<string, string>)
  }

  async function makeHome(): Promise<string> {
    await makeSite(database().db)
    const propertyId = await makeProperty(database().db, { timeZone: 'America/Denver' })
    const tax = { propertyId, name: 'Lodging tax', jurisdiction: CITY, rate: '10', notFromNights: 30 }
    await database().db.insert(taxes).values(tax)
    return propertyId
  }

  /** A confirmed stay of so many dollars a night, with a tenth of it as tax. */
  async function makeStay(
    propertyId: string,
    [from, to, nights]: [string, string, number],
    { taxed = true, ...change }: Partial<typeof bookings.$inferInsert> & { taxed?: boolean } = {},
  ): Promise<string> {
    const rent = nights * 100_00
    const tax = { jurisdiction: CITY, basis: 'percent' as const, taxable: rent }
    const lines: PriceLine[] = [
      { kind: 'nights', label: 'Nights', amount: rent },
      ...(taxed ? [{ kind: 'tax' as const, label: 'Lodging tax (10%)', amount: rent / 10, ...tax }] : []),
    ]
    const totalAmount = numericFromCents(taxed ? rent + rent / 10 : rent)
    const id = await makeBooking(
      database().db,
      propertyId,
      { from, to },
      { status: 'confirmed', lines, totalAmount, ...change },
    )
    await database()
      .db.update(bookingVersions)
      .set({ recordedAt: new Date('2027-01-01T18:00:00Z') })
    return id
  }

  test('counts a stay as the authority wants it, and the parts of all months add up', async () => {
    const home = await makeHome()
    const id = await makeStay(home, ['2027-05-29', '2027-06-03', 5])
    const paid = { bookingId: id, kind: 'paid-elsewhere' as const, note: 'check' }
    await database()
      .db.insert(ledger)
      .values([
        { ...paid, amount: '200.00', happenedAt: new Date('2027-04-02T18:00:00Z') },
        { ...paid, amount: '350.00', happenedAt: new Date('2027-06-02T18:00:00Z') },
      ])
    const taxOf = async (period: string) => (await report({ period })).figures.due
    const settings = { period: 'month', dueDay: '20' }
    let version = versionOf({ countedBy: 'check-out', period: 'month', dueDay: 20 })
    const expected = {
      'check-out': [0, 0, 50_00],
      'check-in': [0, 50_00, 0],
      night: [0, 30_00, 20_00],
      payment: [18_18, 0, 31_82],
    }
    for (const [countedBy, [april, may, june]] of Object.entries(expected)) {
      const outcome = await post('jurisdiction', { id: CITY, version, countedBy, ...settings })
      expect(outcome.ok, countedBy).toBe(true)
      version = versionOf({ countedBy, period: 'month', dueDay: 20 })
      expect([await taxOf('2027-04'), await taxOf('2027-05'), await taxOf('2027-06')], countedBy).toEqual([
        april,
        may,
        june,
      ])
    }
  })

  test('says which stays are exempt and why, what a platform remits, and what was kept of canceled stays', async () => {
    const home = await makeHome()
    await makeStay(home, ['2027-06-01', '2027-06-04', 3])
    await makeStay(home, ['2027-06-04', '2027-06-06', 2], { source: 'airbnb' })
    await makeStay(home, ['2027-05-01', '2027-05-31', 30], { taxed: false })
    await makeStay(home, ['2027-06-10', '2027-06-12', 2], { taxed: false })
    await post('tax-platforms', { sources: ['airbnb'], version: versionOf({ sources: [] }) })
    const rows = async (period: string) =>
      (await report({ period })).figures.rows.map(({ kind, label, gross, taxable, tax }) => [
        kind,
        label,
        gross,
        taxable,
        tax,
      ])
    expect(await rows('2027-06')).toEqual([
      ['rate', 'Lodging tax (10%)', 300_00, 300_00, 30_00],
      ['exempt', 'Booked without this tax', 200_00, 0, 0],
      ['platform', 'airbnb', 200_00, 0, 20_00],
    ])
    expect(await rows('2027-05')).toEqual([['exempt', '30 nights or more', 3000_00, 0, 0]])
    expect((await report({ period: '2027-06' })).figures.due).toBe(30_00)
    const file = await moneyApi(services(), accessFor(true)).request(
      `/admin/money/lodging-tax.csv?${new URLSearchParams({ authority: CITY, period: '2027-06' })}`,
    )
    expect(await file.text()).toContain('Remitted by the platform: Airbnb')
  })

  test('keeps the figures that were filed, and what changes later is due in the month of the change', async () => {
    const home = await makeHome()
    const id = await makeStay(home, ['2027-05-10', '2027-05-14', 4])
    expect(await post('file-tax', { id: CITY, period: '2027-07' })).toMatchObject({ ok: false })
    const filed = await post('file-tax', { id: CITY, period: '2027-05' })
    expect(filed).toMatchObject({ ok: true })
    await post('file-tax', { id: CITY, period: '2027-05' })
    // On the next day, a part goes back.
    const { db } = database()
    const lines = [
      { kind: 'nights', label: 'Nights', amount: 300_00 },
      { kind: 'tax', label: 'Lodging tax (10%)', amount: 30_00, jurisdiction: CITY, taxable: 300_00 },
    ]
    await db.update(bookings).set({ lines, totalAmount: '330.00' }).where(eq(bookings.id, id))
    const moved = sql`'2027-07-11T18:00:00Z'::timestamptz`
    await db.update(bookingVersions).set({ recordedAt: moved }).where(eq(bookingVersions.number, 2))
    await db.update(bookingVersions).set({ replacedAt: moved }).where(eq(bookingVersions.number, 1))
    clock.set(new Date('2027-08-03T18:00:00Z'))
    expect((await report({ period: '2027-05' })).figures.due).toBe(40_00)
    expect((await report({ period: '2027-06' })).figures).toMatchObject({ adjustments: [], due: 0 })
    const july = await report({ period: '2027-07' })
    expect(july.figures).toMatchObject({ due: -10_00, adjustments: [{ gross: -100_00, tax: -10_00 }] })
    expect(july.figures.adjustments[0]?.period.from).toBe('2027-05-01')
    await post('file-tax', { id: CITY, period: '2027-07' })
    if (!filed.ok) return
    const undone = await undoChange(services(), { id: filed.id ?? '', by: bo })
    expect(undone).toMatchObject({ ok: false, message: 'A later period was filed since. Nothing was changed.' })
    clock.set(new Date('2027-07-10T18:00:00Z'))
  })
})

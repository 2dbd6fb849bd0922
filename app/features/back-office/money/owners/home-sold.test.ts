import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { recordPaidElsewhere } from '#app/features/bookings/booking-payments.server.ts'
import { storeCancellation } from '#app/features/bookings/status/store-cancellation.server.ts'
import { versionOf } from '#app/platform/change/version.server.ts'
import { bookings, owners } from '#app/platform/db/schema.server.ts'
import { UNNAMED } from '#app/platform/http/operator-access.server.ts'
import { formatMoney } from '#app/shared/money.ts'
import { postToPage } from '#test/changes/post-to-page.ts'
import { describeWithDatabase } from '#test/database.ts'
import { makeBooking, makePricedProperty, makeSite, testClock, testServices } from '#test/factories.ts'
import { periodOf } from '../report/periods.ts'
import { readOwner } from './owner-value.server.ts'
import { draftStatement, listStatements, readOwned } from './statements.server.ts'

const TERMS = { commissionPercent: '20', commissionOn: 'rent', commissionPerStay: '', email: '' }

describeWithDatabase('a home that was sold', (database) => {
  test('leaves what is kept of a canceled stay to the owner whose statement had the stay', async () => {
    const clock = testClock(new Date('2027-08-03T18:00:00Z'))
    const services = testServices(database(), { clock })
    const { db } = services
    await makeSite(db)
    const cabin = await makePricedProperty(db, { slug: 'cabin', name: 'Cabin' })
    const lodge = await makePricedProperty(db, { slug: 'lodge', name: 'Lodge' })
    const id = await makeBooking(db, cabin, { from: '2027-07-01', to: '2027-07-10' }, { status: 'confirmed' })
    const paidAt = new Date('2027-06-20T18:00:00Z')
    const paid = { bookingId: id, amount: 1000_00, note: 'check', by: UNNAMED, now: paidAt }
    await db.transaction((tx) => recordPaidElsewhere(tx, paid))
    await db.execute(sql`update booking_versions set recorded_at = ${paidAt.toISOString()}::timestamptz`)

    const rowOf = async (name: string) => {
      const [owner] = await db.select().from(owners).where(eq(owners.name, name))
      if (!owner) throw new Error('there is no such owner')
      return owner
    }
    const draft = async (name: string, month: string) => {
      const owner = await rowOf(name)
      const [sent, owned] = [await listStatements(db, owner.id), await readOwned(db, owner.id)]
      return draftStatement(db, { owner, ...owned, month: periodOf(month, 'month'), sent, now: clock.now() })
    }
    const page = async (name: string, fields: Record<string, string>) => {
      const { id } = await rowOf(name)
      return postToPage(services, `/admin/money/owners/${id}`, { id, ...fields })
    }
    const send = async (name: string, month: string) => {
      const { sums } = await draft(name, month)
      await page(name, { intent: 'send-statement', month: month.slice(0, 7), payout: formatMoney(sums.payout) })
    }
    await postToPage(services, '/admin/money/owners', {
      intent: 'add-owner',
      name: 'Ann',
      ...TERMS,
      homes: [cabin, lodge],
    })
    await send('Ann', '2027-07-01')

    clock.set(new Date('2027-08-05T18:00:00Z'))
    const version = versionOf(await readOwner(db, await rowOf('Ann')))
    await page('Ann', { intent: 'change-owner', name: 'Ann', ...TERMS, homes: lodge, version })
    await postToPage(services, '/admin/money/owners', { intent: 'add-owner', name: 'Bo', ...TERMS, homes: cabin })
    const canceledAt = new Date('2027-08-20T18:00:00Z')
    const [booking] = await db.select().from(bookings).where(eq(bookings.id, id))
    if (!booking) throw new Error('the booking is gone')
    const ends = { booking, refund: 600_00, now: canceledAt, cause: 'operator' as const, by: UNNAMED, reason: null }
    await db.transaction((tx) => storeCancellation(tx, ends))
    const time = sql`${canceledAt.toISOString()}::timestamptz`
    await db.execute(sql`update booking_versions set recorded_at = case when number > 1 then ${time} else recorded_at end,
      replaced_at = case when replaced_at is not null then ${time} end`)

    clock.set(new Date('2027-09-03T18:00:00Z'))
    expect((await draft('Ann', '2027-08-01')).sums.revenue).toBe(-600_00)
    expect((await draft('Bo', '2027-08-01')).sums.revenue).toBe(0)
    await send('Ann', '2027-08-01')
    await send('Bo', '2027-08-01')
    clock.set(new Date('2027-10-03T18:00:00Z'))
    expect((await draft('Ann', '2027-09-01')).changes).toEqual([])
    expect((await draft('Bo', '2027-09-01')).changes).toEqual([])
  })
})

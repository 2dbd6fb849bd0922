import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { occupancies } from '#app/features/availability/availability.tables.server.ts'
import { recordPaidElsewhere } from '#app/features/bookings/booking-payments.server.ts'
import { bookings } from '#app/features/bookings/bookings.tables.server.ts'
import { storeCancellation } from '#app/features/bookings/status/store-cancellation.server.ts'
import { UNNAMED } from '#app/platform/http/operator-access.server.ts'
import { describeOnBothDatabases } from '#test/database.ts'
import { makeBooking, makeProperty } from '#test/factories.ts'
import { listPostings } from './bookkeeping.server.ts'

describeOnBothDatabases('the journal', (database) => {
  // The database dates what changes, so these tests have its day.
  const ago = (days: number) => new Date(Date.now() - days * 86_400_000)
  const day = (days: number) => ago(-days).toISOString().slice(0, 10)
  const imported = () => listPostings(database().db, { from: day(-60), to: day(-20) })
  const present = () => listPostings(database().db, { from: day(-20), to: day(2) })
  const sumsOf = async (journal: ReturnType<typeof imported>) => {
    const sums: Record<string, number> = {}
    for (const { account, property, amount } of await journal) {
      const key = `${account} ${property}`
      sums[key] = (sums[key] ?? 0) + amount
    }
    return Object.fromEntries(Object.entries(sums).filter(([, amount]) => amount !== 0))
  }

  /** A stay that was confirmed 50 days ago and begins next month. */
  async function makeStay(zone = 'America/Denver') {
    const { db } = database()
    const property = await makeProperty(db, { slug: 'west', name: 'West', timeZone: zone })
    const nights = { from: day(30), to: day(33) }
    const id = await makeBooking(db, property, nights, { status: 'confirmed', totalAmount: '1000.00' })
    await db.execute(sql`update booking_versions set recorded_at = ${ago(50).toISOString()}::timestamptz`)
    return id
  }
  const payByHand = (bookingId: string, amount: number, now: Date) =>
    database().db.transaction((tx) => recordPaidElsewhere(tx, { bookingId, amount, note: null, by: UNNAMED, now }))

  async function cancel(id: string, refund: number) {
    const { db } = database()
    const [booking] = await db.select().from(bookings).where(eq(bookings.id, id))
    if (!booking) throw new Error('the booking is gone')
    await db.transaction((tx) => storeCancellation(tx, { booking, refund, now: ago(40), cause: 'guest' }))
    const at = sql`${ago(40).toISOString()}::timestamptz`
    await db.execute(sql`update booking_versions set replaced_at = case when replaced_at is not null then ${at} end,
      recorded_at = case number when 1 then recorded_at else ${at} end`)
  }

  test('a month stays as it was when money of a canceled stay is returned', async () => {
    const id = await makeStay()
    await payByHand(id, 100_000, ago(45))
    await cancel(id, 60_000)
    const before = await imported()
    expect(await sumsOf(imported())).toEqual({
      'bank West': 100_000,
      'deposits West': -60_000,
      'retained West': -40_000,
    })
    await database().db.transaction(async (tx) => {
      await recordPaidElsewhere(tx, { bookingId: id, amount: -60_000, note: null, by: UNNAMED, now: ago(0) })
      await tx.update(bookings).set({ returnDue: '0' }).where(eq(bookings.id, id))
    })
    expect(await imported()).toEqual(before)
    expect(await sumsOf(present())).toEqual({ 'bank West': -60_000, 'deposits West': 60_000 })
  })

  test('what comes for a canceled stay is income on the day on which it comes', async () => {
    const id = await makeStay()
    await cancel(id, 0)
    expect(await imported()).toEqual([])
    await payByHand(id, 40_000, ago(0))
    expect(await imported()).toEqual([])
    expect(await sumsOf(present())).toEqual({ 'bank West': 40_000, 'retained West': -40_000 })
  })

  test('a stay that moves takes its deposit to the new home, and its payments stay where they were', async () => {
    const { db } = database()
    const id = await makeStay('America/Los_Angeles')
    await payByHand(id, 50_000, ago(40))
    const before = await imported()
    const east = await makeProperty(db, { slug: 'east', name: 'East', timeZone: 'America/New_York' })
    await db.transaction(async (tx) => {
      await tx.update(bookings).set({ propertyId: east }).where(eq(bookings.id, id))
      await tx.update(occupancies).set({ propertyId: east }).where(eq(occupancies.bookingId, id))
    })
    expect(await imported()).toEqual(before)
    expect(await sumsOf(present())).toEqual({ 'deposits West': 50_000, 'deposits East': -50_000 })
  })
})

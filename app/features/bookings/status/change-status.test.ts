import { asc, eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { occupancies } from '#app/features/availability/availability.tables.server.ts'
import { describeWithDatabase, testOnBoth } from '#test/database.ts'
import { makeBooking, makeHold, makePricedProperty, NOON } from '#test/factories.ts'
import { expectSoundMoney } from '#test/money-invariants.ts'
import { bookingChanges, bookingStatuses, bookings } from '../bookings.tables.server.ts'
import { type BookingStatus, changeStatus } from './change-status.server.ts'

const POSSIBLE: Record<BookingStatus, BookingStatus[]> = {
  held: ['confirmed', 'cancelled', 'expired'],
  pending: ['confirmed', 'declined', 'cancelled', 'expired'],
  confirmed: ['cancelled'],
  declined: [],
  cancelled: ['confirmed'],
  expired: [],
}
const WAY: Record<BookingStatus, BookingStatus[]> = {
  held: ['held'],
  pending: ['pending'],
  confirmed: ['pending', 'confirmed'],
  declined: ['pending', 'declined'],
  cancelled: ['pending', 'cancelled'],
  expired: ['pending', 'expired'],
}
const NIGHTS = { from: '2027-07-01', to: '2027-07-05' }

describeWithDatabase('booking status', (database) => {
  expectSoundMoney(database)
  /** Creates a booking and brings it to this status. */
  async function bookingThatIs(status: BookingStatus): Promise<string> {
    const { db } = database()
    const propertyId = await makePricedProperty(db)
    const [first = 'pending', ...rest] = WAY[status]
    const id =
      first === 'held' ? await makeHold(db, propertyId, NIGHTS, NOON) : await makeBooking(db, propertyId, NIGHTS)
    let from = first
    for (const to of rest) {
      await move(id, from, to)
      from = to
    }
    return id
  }
  /** Changes the status, with its history row and the nights that the new status needs. */
  const move = (id: string, from: BookingStatus, to: BookingStatus) =>
    database().db.transaction(async (tx) => {
      const ofBooking = eq(occupancies.bookingId, id)
      const keeps = to === 'pending' || to === 'confirmed'
      const [{ propertyId } = { propertyId: '' }] = await tx.select().from(bookings).where(eq(bookings.id, id))
      if (from === 'cancelled' && keeps)
        await tx.insert(occupancies).values({ propertyId, nights: NIGHTS, kind: 'booking', bookingId: id })
      else if (keeps) await tx.update(occupancies).set({ kind: 'booking', expiresAt: null }).where(ofBooking)
      else await tx.delete(occupancies).where(ofBooking)
      await changeStatus(tx, { ids: [id], from, to, cause: 'operator', at: NOON })
    })
  const statusOf = async (id: string) =>
    (await database().db.select({ status: bookings.status }).from(bookings).where(eq(bookings.id, id)))[0]?.status
  const refusal = (work: PromiseLike<unknown>) =>
    Promise.resolve(work).then(
      () => null,
      (error: { cause?: { code?: string; constraint?: string } }) => error.cause?.constraint,
    )

  test.each(bookingStatuses)('a booking that is %s changes only to allowed statuses', async (from) => {
    for (const to of bookingStatuses.filter((status) => status !== from)) {
      const id = await bookingThatIs(from)
      const refused = await refusal(move(id, from, to))
      expect([to, refused]).toEqual([to, POSSIBLE[from].includes(to) ? null : 'bookings_status_transition'])
      expect(await statusOf(id)).toBe(refused === null ? to : from)
    }
  })

  test('each change is recorded with both statuses, time and cause', async () => {
    const id = await bookingThatIs('cancelled')
    const changes = await database().db.select().from(bookingChanges).where(eq(bookingChanges.bookingId, id))
    expect(changes).toMatchObject([
      { number: 1, fromStatus: null, toStatus: 'pending', cause: 'guest' },
      { number: 2, fromStatus: 'pending', toStatus: 'cancelled', cause: 'operator', changedAt: NOON },
    ])
  })

  testOnBoth('the database refuses a status change without its history row, and a changed history', async () => {
    const { db } = database()
    const id = await bookingThatIs('confirmed')
    const row = { bookingId: id, fromStatus: 'confirmed', toStatus: 'cancelled', cause: 'guest' } as const
    const withoutHistory = db.transaction(async (tx) => {
      await tx.delete(occupancies).where(eq(occupancies.bookingId, id))
      await tx.update(bookings).set({ status: 'cancelled' }).where(eq(bookings.id, id))
    })
    expect(await refusal(withoutHistory)).toBe('bookings_match_changes')
    expect(await refusal(db.insert(bookingChanges).values({ ...row, number: 3 }))).toBe('bookings_match_changes')
    expect(await refusal(db.insert(bookingChanges).values({ ...row, number: 4 }))).toBe('bookings_match_changes')
    expect(await refusal(db.insert(bookingChanges).values({ ...row, number: 2 }))).toBe('booking_changes_pkey')
    expect(await refusal(db.delete(bookingChanges).where(eq(bookingChanges.number, 1)))).toBe('bookings_match_changes')
    expect(await refusal(db.update(bookingChanges).set({ toStatus: 'held' }).where(eq(bookingChanges.number, 2)))).toBe(
      'booking_changes_status_transition',
    )
    expect(await statusOf(id)).toBe('confirmed')
  })

  testOnBoth('two concurrent changes are applied once', async () => {
    const id = await bookingThatIs('pending')
    const { db } = database()
    const confirm = () =>
      db.transaction((tx) =>
        changeStatus(tx, { ids: [id], from: 'pending', to: 'confirmed', cause: 'operator', at: NOON }),
      )
    const outcomes = await Promise.all([confirm(), confirm(), confirm()])
    expect(outcomes.filter((ids) => ids.length === 1)).toHaveLength(1)
    const changes = await db.select().from(bookingChanges).orderBy(asc(bookingChanges.number))
    expect(changes.map(({ toStatus }) => toStatus)).toEqual(['pending', 'confirmed'])
  })

  test('a booking begins as held, pending or confirmed', async () => {
    const rule = async (before: string | null, after: string) =>
      (await database().pool.query('select is_status_transition($1, $2) as may', [before, after])).rows[0]?.may
    const first = await Promise.all(bookingStatuses.map((status) => rule(null, status)))
    expect(first).toEqual([true, true, true, false, false, false])
  })

  test('a status changes even if the stored cancellation policy is invalid by newer rules', async () => {
    const { db } = database()
    const wrong = sql`update bookings set cancellation_policy = '{}'`
    const id = await bookingThatIs('pending')
    await db.transaction(async (tx) => {
      await tx.execute(sql`set local site.restoring = 'on'`)
      await tx.execute(wrong)
    })
    await move(id, 'pending', 'confirmed')
    await move(id, 'confirmed', 'cancelled')
    expect(await statusOf(id)).toBe('cancelled')
    await expect(db.execute(wrong)).rejects.toMatchObject({ cause: expect.objectContaining({ code: '23514' }) })
  })
})

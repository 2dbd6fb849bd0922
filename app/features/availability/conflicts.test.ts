import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { bookings } from '#app/features/bookings/bookings.tables.server.ts'
import { findBrokenInvariants } from '#app/features/bookings/payments/invariants.server.ts'
import { describeWithDatabase } from '#test/database.ts'
import {
  makeBooking,
  makeDate,
  makeFeed,
  makeHold,
  makeImport,
  makeProperty,
  NOON,
  testClock,
  testServices,
} from '#test/factories.ts'
import { occupancies } from './availability.tables.server.ts'
import { listConflicts } from './conflicts.server.ts'

const later = new Date(NOON.getTime() + 600_000)
const july = (from: number, to: number) => ({
  from: `2027-07-${String(from).padStart(2, '0')}`,
  to: `2027-07-${String(to).padStart(2, '0')}`,
})

describeWithDatabase('calendar conflicts', (database) => {
  const conflicts = async (of: Parameters<typeof listConflicts>[1], at = NOON) =>
    listConflicts(testServices(database(), { clock: testClock(at) }), of)
  /** The disputed nights, and their sources. */
  const conflictNights = async (of: Parameters<typeof listConflicts>[1], at = NOON) =>
    (await conflicts(of, at)).map(({ nights, claim }) => [nights.from.slice(8), nights.to.slice(8), claim.kind])

  test('a stay that overlaps an import or a block is reported with the shared nights', async () => {
    const { db } = database()
    const propertyId = await makeProperty(db)
    const bookingId = await makeBooking(db, propertyId, july(1, 5))
    const other = await makeBooking(db, propertyId, july(10, 12))
    const feedId = await makeFeed(db, propertyId, { label: 'Airbnb' })
    await makeImport(db, propertyId, july(4, 8), { feedId, eventKind: 'reserved' })
    for (const day of ['02', '03', '10']) await makeDate(db, propertyId, `2027-07-${day}`, { blocked: true })
    const [block, reserved, ...more] = await conflicts({ bookingId })
    expect(block).toMatchObject({ nights: july(2, 4), claim: { kind: 'block', nights: july(2, 4) } })
    expect(reserved).toMatchObject({
      propertyId,
      nights: july(4, 5),
      stay: { bookingId, status: 'pending', reference: expect.stringMatching(/^TST-/), nights: july(1, 5) },
      claim: { kind: 'import', feedId, calendar: 'Airbnb', eventKind: 'reserved', nights: july(4, 8) },
    })
    expect(more).toEqual([])
    expect(await conflictNights({ bookingId: other })).toEqual([['10', '11', 'block']])
    expect(await conflictNights({ propertyId })).toHaveLength(3)
  })

  test('a stay that a platform sold twice is reported for both guests, until one has other nights', async () => {
    const { db } = database()
    const propertyId = await makeProperty(db)
    const first = await makeBooking(db, propertyId, july(1, 5), { guestName: 'Grace', status: 'confirmed' })
    const second = await makeBooking(
      db,
      propertyId,
      july(4, 8),
      { guestName: 'Ada', status: 'confirmed' },
      'overbooking',
    )
    const both = await conflicts('all')
    expect(both).toMatchObject([
      { nights: july(4, 5), stay: { bookingId: first, guest: 'Grace' }, claim: { kind: 'stay', guest: 'Ada' } },
      { nights: july(4, 5), stay: { bookingId: second, guest: 'Ada' }, claim: { kind: 'stay', guest: 'Grace' } },
    ])
    expect(await conflicts({ propertyId })).toEqual(both)
    expect(await conflicts({ bookingId: second })).toEqual([both[1]])
    expect(await findBrokenInvariants(db)).toEqual([])
    await db.transaction(async (tx) => {
      await tx.update(bookings).set({ checkInDate: '2027-07-05' }).where(eq(bookings.id, second))
      await tx
        .update(occupancies)
        .set({ nights: july(5, 8) })
        .where(eq(occupancies.bookingId, second))
    })
    expect(await conflicts('all')).toEqual([])
  })

  test('adjacent nights, other properties, expired holds and past nights do not conflict', async () => {
    const { db } = database()
    const [propertyId, elsewhere] = [await makeProperty(db), await makeProperty(db)]
    const bookingId = await makeBooking(db, propertyId, july(1, 5))
    await makeHold(db, propertyId, july(20, 22), later)
    await makeImport(db, propertyId, july(5, 8))
    await makeImport(db, elsewhere, july(1, 5))
    expect(await conflicts({ bookingId })).toEqual([])
    await makeImport(db, propertyId, july(3, 4))
    await makeImport(db, propertyId, july(21, 23))
    expect(await conflictNights({ propertyId })).toEqual([
      ['03', '04', 'import'],
      ['21', '22', 'import'],
    ])
    expect(await conflictNights({ propertyId }, later)).toEqual([['03', '04', 'import']])
    // It is July 4 at the property.
    expect(await conflicts({ propertyId }, new Date('2027-07-04T12:00:00Z'))).toEqual([])
    expect(await conflicts({ bookingId: crypto.randomUUID() })).toEqual([])
  })

  test('nights that a platform blocks because of our calendar are an echo, not a conflict', async () => {
    const { db } = database()
    const propertyId = await makeProperty(db)
    const bookingId = await makeBooking(db, propertyId, july(1, 5))
    const feedId = await makeFeed(db, propertyId)
    const blocked = { feedId, eventKind: 'block' as const }
    await makeImport(db, propertyId, july(1, 5), blocked)
    expect(await conflicts({ bookingId })).toEqual([])
    // Some platforms merge adjacent nights: the next stay, and the operator's block of the night after it.
    const next = await makeBooking(db, propertyId, july(5, 7))
    await makeDate(db, propertyId, '2027-07-07', { blocked: true })
    await makeImport(db, propertyId, july(1, 8), { ...blocked, eventKey: 'together' })
    expect(await conflicts({ propertyId })).toEqual([])
    // An echo may omit past nights.
    await makeImport(db, propertyId, july(3, 5), { ...blocked, eventKey: 'what is left' })
    expect(await conflicts({ bookingId }, new Date('2027-07-03T12:00:00Z'))).toEqual([])
    expect(await conflictNights({ bookingId })).toEqual([['03', '05', 'import']])
    expect(await conflicts({ bookingId: next })).toEqual([])
  })

  test('an import that exceeds our calendar, is a reservation, or is of unknown kind stays a conflict', async () => {
    const { db } = database()
    const further = { nights: july(1, 6), eventKind: 'block' as const }
    const reserved = { nights: july(1, 5), eventKind: 'reserved' as const }
    const unclear = { nights: july(1, 5), eventKind: null }
    for (const { nights, eventKind } of [further, reserved, unclear]) {
      const propertyId = await makeProperty(db)
      const bookingId = await makeBooking(db, propertyId, july(1, 5))
      await makeImport(db, propertyId, nights, { eventKind })
      expect(await conflictNights({ bookingId }), JSON.stringify({ nights, eventKind })).toEqual([
        ['01', '05', 'import'],
      ])
    }
  })

  test('an overlap with a hold is never an echo, because our calendar does not export holds', async () => {
    const { db } = database()
    const propertyId = await makeProperty(db)
    const bookingId = await makeHold(db, propertyId, july(1, 5), later)
    await makeImport(db, propertyId, july(1, 5), { eventKind: 'block' })
    expect(await conflicts({ bookingId })).toMatchObject([{ stay: { bookingId, status: 'held' } }])
  })
})

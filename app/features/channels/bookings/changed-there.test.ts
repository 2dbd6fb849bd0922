import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { occupancies } from '#app/features/availability/availability.tables.server.ts'
import { bookings } from '#app/features/bookings/bookings.tables.server.ts'
import { findBrokenInvariants } from '#app/features/bookings/payments/invariants.server.ts'
import { storeCancellation } from '#app/features/bookings/status/store-cancellation.server.ts'
import { useChannels } from '#test/channels.ts'
import { describeWithDatabase } from '#test/database.ts'
import { makeBooking, makeSite } from '#test/factories.ts'
import { queuedMail } from '#test/mails/queued-mail.ts'
import { readBookings } from './read-bookings.server.ts'

const JULY = { checkIn: '2027-07-05', checkOut: '2027-07-08' }
const NIGHTS = { from: JULY.checkIn, to: JULY.checkOut }

describeWithDatabase('what a platform changed since its last revision', (database) => {
  const channels = useChannels(database)
  const read = () => readBookings(channels.services(), new AbortController().signal)
  const played = () => channels.server().bookings
  const stayOf = async (bookingId: string) => {
    const [stay] = await database().db.select().from(bookings).where(eq(bookings.id, bookingId))
    if (!stay) throw new Error('the stay is gone')
    return stay
  }
  const first = async () => {
    const [stay] = await database().db.select().from(bookings)
    return stayOf(stay?.id ?? '')
  }
  const nights = () => database().db.select().from(occupancies)

  beforeEach(async () => {
    played().forget()
    await makeSite(database().db)
  })

  test('another name changes neither home, party nor price that an operator gave it', async () => {
    const [cabin, barn] = [await channels.makeListing(), await channels.makeListing()]
    const { db } = database()
    const { bookingId } = played().book({ ...JULY, ratePlanId: cabin.planId })
    await read()
    const { id } = await first()
    const { propertyId } = barn
    const lines = [{ kind: 'nights', label: '3 nights', amount: 40_000 }]
    const party = { adults: 5, numberOfGuests: 5 }
    await db.transaction(async (tx) => {
      const change = { propertyId, ...party, lines, totalAmount: '400.00' }
      await tx.update(bookings).set(change).where(eq(bookings.id, id))
      await tx.update(occupancies).set({ propertyId }).where(eq(occupancies.bookingId, id))
    })
    await makeBooking(db, cabin.propertyId, NIGHTS, { status: 'confirmed', guestName: 'Grace' })
    played().change(bookingId, { ...JULY, ratePlanId: cabin.planId, name: 'Adah' })
    await read()
    const kept = { propertyId, adults: 5, totalAmount: '400.00', status: 'confirmed' }
    expect(await stayOf(id)).toMatchObject({ ...kept, guestName: 'Adah Lovelace' })
    expect((await nights()).map(({ kind }) => kind)).toEqual(['booking', 'booking'])
    expect(await queuedMail(database())).toEqual([])
    // Other nights are the platform's to say, in the home that an operator chose.
    played().change(bookingId, { ...JULY, checkOut: '2027-07-09', ratePlanId: cabin.planId })
    await read()
    expect(await stayOf(id)).toMatchObject({ propertyId, checkOutDate: '2027-07-09', adults: 5 })
  })

  test('a revision without guest and party wipes neither', async () => {
    const { planId } = await channels.makeListing()
    const { bookingId } = played().book({ ...JULY, ratePlanId: planId, adults: 4, children: 2 })
    await read()
    const silent = { customer: null, occupancy: null, rooms: [] }
    played().change(bookingId, { ...JULY, checkOut: '2027-07-09', ratePlanId: planId, with: silent })
    await read()
    const kept = { guestName: 'Ada Lovelace', guestPhone: '+1 555 0100', adults: 4, children: 2 }
    expect(await first()).toMatchObject({ ...kept, checkOutDate: '2027-07-09' })
  })

  test('where a booking does not say who comes, its rooms do', async () => {
    const { planId, roomTypeId } = await channels.makeListing()
    const rooms = [3, 2].map((adults) => ({
      room_type_id: roomTypeId,
      occupancy: { adults, children: 1, infants: 0 },
    }))
    played().book({ ...JULY, ratePlanId: planId, with: { occupancy: null, rooms } })
    await read()
    expect(await first()).toMatchObject({ adults: 5, children: 2, infants: 0 })
  })

  test('control characters and absurd counts are cleaned, and keep no booking out', async () => {
    const { planId } = await channels.makeListing()
    played().book({ ...JULY, ratePlanId: planId, name: 'A\u0000d\u0007a', adults: 3_000_000_000 })
    await read()
    expect(await first()).toMatchObject({ guestName: 'Ada Lovelace', adults: 1 })
  })

  test('a stay that was canceled here stays so, until the platform says other nights', async () => {
    const { planId, propertyId } = await channels.makeListing()
    const { db } = database()
    const { bookingId } = played().book({ ...JULY, ratePlanId: planId })
    await read()
    const booking = await first()
    const cancellation = { booking, refund: 0, now: channels.clock().now(), cause: 'operator', reason: null } as const
    await db.transaction((tx) => storeCancellation(tx, cancellation))
    await makeBooking(db, propertyId, NIGHTS, { status: 'confirmed', guestName: 'Grace' })
    played().change(bookingId, { ...JULY, ratePlanId: planId, name: 'Adah' })
    await read()
    expect(await stayOf(booking.id)).toMatchObject({ status: 'cancelled', guestName: 'Adah Lovelace' })
    expect(await nights()).toHaveLength(1)
    expect(await queuedMail(database())).toEqual([])
    played().change(bookingId, { checkIn: '2027-07-20', checkOut: '2027-07-22', ratePlanId: planId })
    await read()
    expect(await stayOf(booking.id)).toMatchObject({ status: 'confirmed', checkInDate: '2027-07-20' })
    expect(await findBrokenInvariants(db)).toEqual([])
  })
})

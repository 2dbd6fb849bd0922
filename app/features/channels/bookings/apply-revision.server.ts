import { and, desc, eq, inArray, isNull, ne } from 'drizzle-orm'
import { occupancies } from '#app/features/availability/availability.tables.server.ts'
import { getPaidElsewhere, recordPaidElsewhere } from '#app/features/bookings/booking-payments.server.ts'
import { bookings } from '#app/features/bookings/bookings.tables.server.ts'
import { storeMove } from '#app/features/bookings/manage/by-hand/store-move.server.ts'
import { insertWithReference, stayColumns } from '#app/features/bookings/request/store-booking.server.ts'
import { changeStatus, recordFirstStatus } from '#app/features/bookings/status/change-status.server.ts'
import { withBookingsLock } from '#app/features/bookings/status/expire-bookings.server.ts'
import { storeCancellation } from '#app/features/bookings/status/store-cancellation.server.ts'
import type { ChannelRevision } from '#app/platform/channels/channel-revision.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import type { Nights } from '#app/platform/db/nights.server.ts'
import { UNNAMED } from '#app/platform/http/operator-access.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { type Cents, CURRENCY, numericFromCents } from '#app/shared/money.ts'
import { type AppliedTerms, channelBookings, channelListings, channelRevisions } from '../channels.tables.server.ts'
import { changedThere, termsOf } from './changed-there.server.ts'
import { areTaken, mailBookedTwice, settleOverbookings } from './overbookings.server.ts'
import {
  type AppliedRevision,
  commissionOf,
  type DatedRevision,
  guestOf,
  noteOf,
  platformName,
  priceFor,
  sourceOf,
  stayOf,
  totalOf,
} from './platform-stay.server.ts'

type Booking = typeof bookings.$inferSelect
type Outcome = (typeof channelRevisions.$inferSelect)['outcome']
type Applied<Revision = DatedRevision> = { tx: Tx; revision: Revision; now: Date }

/**
 * Makes a booking of a platform what a revision says: once, under the lock of its home. An older one changes nothing
 * any more. It refuses nothing: where nights are taken, the booking is an overbooking. Once this returns, all is committed.
 */
export async function applyRevision(services: Services, revision: AppliedRevision): Promise<Outcome> {
  const { db, clock } = services
  const known = await findBooking(db, revision.bookingId)
  const propertyId = (await findProperty(db, revision)) ?? known?.propertyId
  if (!propertyId) {
    await recordRevision(db, { revision, outcome: 'not-ours', now: clock.now() })
    return 'not-ours'
  }
  const done = await withBookingsLock(services, [propertyId, known?.propertyId ?? propertyId], async (tx) => {
    const booking = await findBooking(tx, revision.bookingId)
    // Another process stored or moved it meanwhile.
    if (booking?.propertyId !== known?.propertyId) return null
    if (await isOlder(tx, revision)) return { outcome: 'older' as const }
    const at = { tx, now: clock.now() }
    if (revision.status === 'cancelled') await cancelBooking(services, { ...at, revision }, booking)
    else if (booking) await changeBooking(services, { ...at, revision }, { booking, propertyId })
    else await addBooking(services, { ...at, revision }, propertyId)
    await recordRevision(tx, { revision, outcome: 'applied', now: at.now })
    for (const id of new Set([propertyId, booking?.propertyId ?? propertyId])) await settleOverbookings(tx, id)
    return { outcome: 'applied' as const }
  })
  return done ? done.outcome : applyRevision(services, revision)
}

/** The booking here that a platform's booking is. */
async function findBooking(db: Tx, remoteBookingId: string): Promise<Booking | null> {
  const [row] = await db
    .select({ booking: bookings })
    .from(channelBookings)
    .innerJoin(bookings, eq(bookings.id, channelBookings.bookingId))
    .where(eq(channelBookings.remoteBookingId, remoteBookingId))
  return row?.booking ?? null
}

/** The home here that a platform sold, by its room type or its property. A listing that is off takes bookings, too. */
async function findProperty(db: Tx, { propertyId, rooms }: ChannelRevision): Promise<string | null> {
  const { remoteRoomTypeId, remotePropertyId } = channelListings
  const units = rooms.flatMap(({ roomTypeId }) => roomTypeId ?? [])
  for (const isIt of [inArray(remoteRoomTypeId, units), eq(remotePropertyId, propertyId ?? '')]) {
    const [listing] = await db.select({ propertyId: channelListings.propertyId }).from(channelListings).where(isIt)
    if (listing) return listing.propertyId
  }
  return null
}

/** Whether this revision, or one that came later, was applied already. */
async function isOlder(tx: Tx, { id, bookingId, insertedAt }: ChannelRevision): Promise<boolean> {
  const [latest] = await tx
    .select({ id: channelRevisions.id, insertedAt: channelRevisions.insertedAt })
    .from(channelRevisions)
    .where(and(eq(channelRevisions.remoteBookingId, bookingId), eq(channelRevisions.outcome, 'applied')))
    .orderBy(desc(channelRevisions.insertedAt))
    .limit(1)
  return latest !== undefined && (latest.id === id || latest.insertedAt > insertedAt)
}

async function recordRevision(
  db: Tx,
  { revision, outcome, now }: { revision: ChannelRevision; outcome: Outcome; now: Date },
): Promise<void> {
  const { id, bookingId: remoteBookingId, insertedAt, status } = revision
  const row = { id, remoteBookingId, insertedAt, status, outcome, receivedAt: now }
  // One that was not ours may be, once its home has a listing.
  await db.insert(channelRevisions).values(row).onConflictDoUpdate({ target: channelRevisions.id, set: { outcome } })
}

const termsBefore = async (tx: Tx, bookingId: string) => {
  const { applied } = channelBookings
  const [row] = await tx.select({ applied }).from(channelBookings).where(eq(channelBookings.bookingId, bookingId))
  return row?.applied ?? null
}

async function addBooking(services: Services, applied: Applied, propertyId: string): Promise<void> {
  const { tx, revision, now } = applied
  const joined = await findSameStay(tx, revision, propertyId)
  if (joined) return changeBooking(services, applied, { booking: joined, propertyId })
  const stay = stayOf(revision)
  const price = await priceFor(tx, { propertyId, stay, total: totalOf(revision) ?? 0 })
  const nights = { from: stay.checkIn, to: stay.checkOut }
  const isTaken = await areTaken(tx, { propertyId, nights, bookingId: null })
  const { id, reference } = await insertWithReference(tx, {
    ...stayColumns(stay, price),
    ...guestOf(revision),
    propertyId,
    source: sourceOf(revision),
    status: 'confirmed',
    privateNote: noteOf(revision),
    createdAt: now,
  })
  await recordFirstStatus(tx, id, { to: 'confirmed', cause: 'platform', at: now })
  const kind = isTaken ? 'overbooking' : 'booking'
  await tx.insert(occupancies).values({ propertyId, nights, kind, bookingId: id })
  await storeDetails(applied, id, termsOf(revision, propertyId))
  await collect(applied, id, price.total)
  if (isTaken) await mailBookedTwice(services, tx, id)
  services.log.info({ event: 'channels.booked', reference }, 'a platform sold a stay')
}

/** A stay with these nights and this source, which an operator entered before the platform was connected. */
async function findSameStay(tx: Tx, revision: DatedRevision, propertyId: string): Promise<Booking | null> {
  const [row] = await tx
    .select({ booking: bookings })
    .from(bookings)
    .leftJoin(channelBookings, eq(channelBookings.bookingId, bookings.id))
    .where(
      and(
        eq(bookings.propertyId, propertyId),
        eq(bookings.status, 'confirmed'),
        eq(bookings.checkInDate, revision.checkIn),
        eq(bookings.checkOutDate, revision.checkOut),
        eq(bookings.source, sourceOf(revision)),
        ne(bookings.source, 'other'),
        isNull(channelBookings.bookingId),
      ),
    )
  return row?.booking ?? null
}

/** What only the platform says of a booking. */
async function storeDetails(
  { tx, revision, now }: Applied<AppliedRevision>,
  bookingId: string,
  applied: AppliedTerms | null,
): Promise<void> {
  const { rooms, payout, currency } = revision
  const isOurs = currency === null || currency === CURRENCY
  const tax = rooms.flatMap(({ taxesCollectedByPlatform }) => taxesCollectedByPlatform.map(({ amount }) => amount))
  const details = {
    platform: revision.platform,
    code: revision.code,
    revisionId: revision.id,
    revisionInsertedAt: revision.insertedAt,
    priceByNight: rooms.flatMap(({ nights }) => nights),
    payout: payout === null || !isOurs ? null : numericFromCents(payout),
    platformTax: numericFromCents(isOurs ? Math.max(0, sumOf(tax)) : 0),
    currency: currency ?? CURRENCY,
    collects: revision.collects,
    applied,
  }
  await tx
    .insert(channelBookings)
    .values({ bookingId, remoteBookingId: revision.bookingId, receivedAt: now, ...details })
    .onConflictDoUpdate({ target: channelBookings.bookingId, set: details })
}

const sumOf = (amounts: Cents[]) => amounts.reduce((sum, amount) => sum + amount, 0)

/** Records what the guest paid the platform, if it collects, and what it keeps of that. */
async function collect(
  { tx, revision, now }: Applied<AppliedRevision>,
  bookingId: string,
  total: Cents,
): Promise<void> {
  const commission = commissionOf(revision, total)
  if (commission !== null) {
    const platformCommission = numericFromCents(commission)
    await tx.update(bookings).set({ platformCommission }).where(eq(bookings.id, bookingId))
  }
  if (revision.collects !== 'platform') return
  const amount = total - (await getPaidElsewhere(tx, bookingId))
  const note = `Collected by ${platformName(revision)}`
  await recordPaidElsewhere(tx, { bookingId, amount, note, by: UNNAMED, now })
}

async function cancelBooking(
  services: Services,
  applied: Applied<AppliedRevision>,
  booking: Booking | null,
): Promise<void> {
  // It was canceled before it was ever seen. The record of the revision keeps older ones from booking it.
  if (!booking) return
  const { tx, now } = applied
  const { id, reference } = booking
  const before = await termsBefore(tx, id)
  await storeDetails(applied, id, before && { ...before, isCanceled: true })
  if (booking.status !== 'confirmed') return
  await collect(applied, id, 0)
  await storeCancellation(tx, { booking, refund: 0, now, cause: 'platform' })
  services.log.info({ event: 'channels.canceled', reference }, 'a platform canceled a stay')
}

async function changeBooking(
  services: Services,
  applied: Applied,
  { booking, propertyId }: { booking: Booking; propertyId: string },
): Promise<void> {
  const { tx, revision } = applied
  const { id, reference, status } = booking
  const before = await termsBefore(tx, id)
  const { isElsewhere, ...change } = await changedThere(tx, { booking, propertyId, before, revision })
  const { name, surname, phone } = revision.guest
  const guestName = name || surname ? guestOf(revision).guestName : booking.guestName
  await tx
    .update(bookings)
    .set({ guestName, guestPhone: phone ?? booking.guestPhone })
    .where(eq(bookings.id, id))
  await storeDetails(applied, id, termsOf(revision, propertyId))
  // Whoever canceled it here knows of its stay as it was.
  if (status !== 'confirmed' && before && !before.isCanceled && !isElsewhere) return
  const nights = { from: change.stay.checkIn, to: change.stay.checkOut }
  const isTaken = await areTaken(tx, { propertyId: change.propertyId, nights, bookingId: id })
  const wasTaken = await setNights(applied, { booking, propertyId: change.propertyId, nights })
  await storeMove(tx, { booking, ...change })
  if (!isTaken) await tx.update(occupancies).set({ kind: 'booking' }).where(eq(occupancies.bookingId, id))
  await collect(applied, id, change.price.total)
  if (isTaken && !wasTaken) await mailBookedTwice(services, tx, id)
  services.log.info({ event: 'channels.changed', reference }, 'a platform changed a stay')
}

const isSame = (one: Nights, other: Nights) => one.from === other.from && one.to === other.to

/**
 * Lets the nights of a booking overlap while it moves; one that was canceled here gets nights again. Returns whether
 * the same nights were an overbooking before.
 */
async function setNights(
  { tx, now }: Applied,
  { booking, propertyId, nights }: { booking: Booking; propertyId: string; nights: Nights },
): Promise<boolean> {
  const { id: bookingId, status } = booking
  const isIt = eq(occupancies.bookingId, bookingId)
  const [before] = await tx.select().from(occupancies).where(isIt)
  if (before) {
    await tx.update(occupancies).set({ kind: 'overbooking' }).where(isIt)
    const isThere = before.propertyId === propertyId && isSame(before.nights, nights)
    return before.kind === 'overbooking' && isThere
  }
  await changeStatus(tx, { ids: [bookingId], from: status, to: 'confirmed', cause: 'platform', at: now })
  await tx.update(bookings).set({ refundAmount: null }).where(eq(bookings.id, bookingId))
  const last = { from: booking.checkInDate, to: booking.checkOutDate }
  await tx.insert(occupancies).values({ propertyId: booking.propertyId, nights: last, kind: 'overbooking', bookingId })
  return false
}

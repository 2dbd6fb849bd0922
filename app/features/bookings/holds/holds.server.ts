import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import { withPropertyLock } from '#app/features/availability/property-lock.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { bookings, type Nights, occupancies, payments, type quotes } from '#app/platform/db/schema.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { changeStatus } from '../booking-changes.server.ts'
import { reconcileBooking } from '../payments/reconcile-payment.server.ts'
import { revisionsOf } from '../quotes/quote-status.server.ts'

type QuoteRow = typeof quotes.$inferSelect
type Span = { propertyId: string; nights: Nights }

/** Nights that nobody else can have for some minutes. `bookingId`: the previous attempt to book, which is not paid yet. */
export type Hold = Span & {
  id: string
  quoteId: string | null
  bookingId: string | null
  expiresAt: Date
  extended: boolean
}

/** A hold that no booking has taken over. */
export const isOpenHold = and(eq(occupancies.kind, 'hold'), isNull(occupancies.bookingId))

async function findHolds(tx: Tx, condition: Parameters<typeof and>[0]): Promise<Hold[]> {
  const { id, propertyId, nights, quoteId, bookingId, expiresAt, extended } = occupancies
  const rows = await tx
    .select({ id, propertyId, nights, quoteId, bookingId, expiresAt, extended })
    .from(occupancies)
    .leftJoin(bookings, eq(bookings.id, occupancies.bookingId))
    .where(and(eq(occupancies.kind, 'hold'), condition))
  return rows.flatMap((row) => (row.expiresAt ? [{ ...row, expiresAt: row.expiresAt }] : []))
}

/** A hold by its id, which only its guest knows: an open one, or that of an unpaid booking. */
export async function findHold(tx: Tx, id: string): Promise<Hold | null> {
  return (await findHolds(tx, eq(occupancies.id, id)))[0] ?? null
}

/**
 * The hold that a booking may take over: the open one of its quote, or the one that it names by id. A quote is sent around, so
 * only whoever names the hold of an unpaid booking may replace that booking. Certain only under the property's lock.
 */
export async function findHoldToTakeOver(
  tx: Tx,
  { propertyId, quote, holdId }: { propertyId: string; quote: QuoteRow | null; holdId: string | null },
): Promise<Hold | null> {
  if (!quote && holdId === null) return null
  const byQuote = quote ? inArray(occupancies.quoteId, revisionsOf(tx, quote)) : undefined
  const byId = holdId === null ? undefined : eq(occupancies.id, holdId)
  const rows = await findHolds(tx, and(eq(occupancies.propertyId, propertyId), or(byQuote, byId)))
  return rows.find((row) => row.quoteId === quote?.id) ?? rows[0] ?? null
}

/** The hold of a quote, or of the unpaid booking made by it when its guest names it as `ownId`. */
export async function findHoldOfQuote(tx: Tx, quote: QuoteRow, ownId?: string): Promise<Hold | null> {
  const revisions = revisionsOf(tx, quote)
  const own = ownId === undefined ? undefined : and(eq(occupancies.id, ownId), inArray(bookings.quoteId, revisions))
  return (await findHolds(tx, or(inArray(occupancies.quoteId, revisions), own)))[0] ?? null
}

/** Stores a hold for a quote, or moves the guest's own one to it. Gives the hold's id. */
export async function holdNights(
  services: Services,
  tx: Tx,
  { replaced, ...span }: Span & { quoteId: string; replaced: Hold | null },
): Promise<{ id: string; expiresAt: Date }> {
  const values = { ...span, ...holdTime(services, span, replaced), bookingId: null }
  if (replaced) await cancelPreviousAttempt(services, tx, replaced)
  const [row] = replaced
    ? await tx.update(occupancies).set(values).where(eq(occupancies.id, replaced.id)).returning({ id: occupancies.id })
    : await tx
        .insert(occupancies)
        .values({ ...values, kind: 'hold' })
        .returning({ id: occupancies.id })
  if (!row) throw new Error('a hold was not stored')
  return { id: row.id, expiresAt: values.expiresAt }
}

/** A moved hold that keeps one of its nights keeps its time too, or nights could be held forever. */
function holdTime({ clock, config }: Services, { propertyId, nights }: Span, replaced: Hold | null) {
  const overlaps = replaced && replaced.nights.from < nights.to && nights.from < replaced.nights.to
  if (replaced && overlaps && replaced.propertyId === propertyId) {
    return { expiresAt: replaced.expiresAt, extended: replaced.extended }
  }
  return { expiresAt: new Date(clock.now().getTime() + config.holdMinutes * 60_000), extended: false }
}

/**
 * Gives a booking its nights, and takes over the hold for it where there is one. A booking that waits for its card keeps them
 * as a hold, extended once for the time of paying. Gives the id of the row, which is new where it stays a hold: others may
 * know the previous one, and whoever names a hold may move it.
 */
export async function assignNights(
  { clock, config }: Services,
  tx: Tx,
  { hold, byCard, ...span }: Span & { bookingId: string; hold: Hold | null; byCard: boolean },
): Promise<string> {
  const begins = hold?.expiresAt ?? clock.now()
  const expiresAt = hold?.extended ? begins : new Date(begins.getTime() + config.holdMinutes * 60_000)
  const values = {
    ...span,
    quoteId: null,
    ...(byCard
      ? { id: sql`default`, kind: 'hold' as const, expiresAt, extended: true }
      : { kind: 'booking' as const, expiresAt: null, extended: false }),
  }
  // The row of the hold itself: never delete and insert, between which another guest could stand (docs/decisions/011).
  const [row] = hold
    ? await tx.update(occupancies).set(values).where(eq(occupancies.id, hold.id)).returning({ id: occupancies.id })
    : await tx.insert(occupancies).values(values).returning({ id: occupancies.id })
  if (!row) throw new Error('the nights of a booking were not stored')
  return row.id
}

/** Leaves the nights to another quote of the same guest, and ends the previous attempt to book them. */
export async function moveToQuote(services: Services, tx: Tx, hold: Hold, quoteId: string): Promise<void> {
  await cancelPreviousAttempt(services, tx, hold)
  await tx.update(occupancies).set({ quoteId, bookingId: null }).where(eq(occupancies.id, hold.id))
}

/** Frees the nights of a guest's own hold, and ends the unpaid booking that has them. Needs the property's lock. */
export async function dropHold(services: Services, tx: Tx, hold: Hold): Promise<void> {
  await cancelPreviousAttempt(services, tx, hold)
  await tx.delete(occupancies).where(eq(occupancies.id, hold.id))
}

/** Releases the nights of an open hold. One that has expired, or that a booking has taken over, stays as it is. */
export async function releaseHold(services: Services, id: string): Promise<void> {
  const found = await findHold(services.db, id)
  if (!found || found.bookingId) return
  // Under the lock: a booking that is just taking the hold over must not find it gone.
  await withPropertyLock(services, [found.propertyId], (tx) =>
    tx.delete(occupancies).where(and(eq(occupancies.id, id), isOpenHold)),
  )
}

/** A previous attempt that was paid in another window is a booking and must stay. Runs before the lock: it asks the gateway. */
export async function reconcilePreviousAttempt(services: Services, hold: Hold | null): Promise<void> {
  if (services.gateway && hold?.bookingId) await reconcileBooking(services, hold.bookingId)
}

/** Ends the unpaid booking of a hold: its guest begins again. The next payment check cancels its payment. */
export async function cancelPreviousAttempt({ clock }: Services, tx: Tx, { bookingId }: Hold): Promise<void> {
  if (!bookingId) return
  const at = clock.now()
  await changeStatus(tx, { ids: [bookingId], from: 'held', to: 'cancelled', cause: 'guest', at })
  await tx.update(payments).set({ nextAt: at }).where(eq(payments.bookingId, bookingId))
}

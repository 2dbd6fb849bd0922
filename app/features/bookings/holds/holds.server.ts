import { and, eq, inArray, not, or, sql } from 'drizzle-orm'
import { z } from 'zod'
import { checkAgreedStay } from '#app/features/availability/agreed-stay.server.ts'
import { checkAvailability, checkWithoutLock } from '#app/features/availability/availability.server.ts'
import { occupancies } from '#app/features/availability/availability.tables.server.ts'
import { withPropertyLock } from '#app/features/availability/property-lock.server.ts'
import { datesTaken } from '#app/features/availability/stay-rules.ts'
import { UNKNOWN_ADDRESS } from '#app/platform/client-address.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import type { Nights } from '#app/platform/db/nights.server.ts'
import { isExclusionViolation } from '#app/platform/db/retry.server.ts'
import { PAGE_WAIT_MS } from '#app/platform/gateway/gateway.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import type { Refusal } from '#app/shared/refusal.ts'
import type { StayReason } from '#app/shared/stay-refusal.ts'
import { noSuchQuote, quoteExpired } from '../booking-refusals.server.ts'
import { bookings, quotes } from '../bookings.tables.server.ts'
import { endOfOffer, isOfOffer, isOpenHold, isPaymentOfOffer } from '../hold-kinds.server.ts'
import { checkNightsLimit, countNewNights, recordNights } from '../nights-limit.server.ts'
import { payments } from '../payments/payments.tables.server.ts'
import { reconcileBooking } from '../payments/reconcile-payment.server.ts'
import { revisionsOf, stayOfQuote } from '../quotes/quotes.server.ts'
import { changeStatus } from '../status/change-status.server.ts'
import { withBookingsLock } from '../status/expire-bookings.server.ts'

/** A request for a hold; `replaces` is the guest's own hold that it supersedes. */
export const holdRequestSchema = z.object({ quoteId: z.guid(), replaces: z.guid().optional() })
type HoldRequest = z.infer<typeof holdRequestSchema>

type Held = { ok: true; hold: Pick<Hold, 'id' | 'expiresAt'> }
type Outcome = Held | Refusal<StayReason | 'quote-expired' | 'too-many-nights'>

/**
 * Holds the nights of a quote. A repeated request returns the same hold. If an unpaid booking has it, the request must
 * name it in `replaces`. Others who have the quote must not affect a payment in progress. The hold in `replaces` moves
 * to the new nights, and stays in place if these are refused.
 */
export async function placeHold(
  services: Services,
  { quoteId, replaces }: HoldRequest,
  address = UNKNOWN_ADDRESS,
): Promise<Outcome> {
  const { db } = services
  const [quote] = await db.select().from(quotes).where(eq(quotes.id, quoteId))
  if (!quote) return noSuchQuote()
  const before = replaces !== undefined ? await findHold(db, replaces) : null
  await reconcilePreviousAttempt(services, before)
  const stay = { propertyId: quote.propertyId, ...stayOfQuote(quote) }
  const refusal = await checkWithoutLock(services, { ...stay, holdId: before?.id }, db)
  // Checked after the refusal: a concurrent identical request may just have got the nights.
  if (refusal && !(await findHoldOfQuote(db, quote, replaces))) return refusal
  try {
    const locked: [string, string] = [quote.propertyId, before?.propertyId ?? quote.propertyId]
    return await withBookingsLock(services, locked, async (tx) => {
      const own = replaces !== undefined ? await findHold(tx, replaces) : null
      return holdForQuote(services, tx, {
        quote,
        replaced: own && locked.includes(own.propertyId) ? own : null,
        address,
      })
    })
  } catch (error) {
    if (isExclusionViolation(error)) return datesTaken()
    throw error
  }
}

async function holdForQuote(
  services: Services,
  tx: Tx,
  { quote, replaced, address }: { quote: typeof quotes.$inferSelect; replaced: Hold | null; address: string },
): Promise<Outcome> {
  const live = await findHoldOfQuote(tx, quote, replaced?.id)
  if (live) {
    if (replaced && replaced.id !== live.id) await dropHold(services, tx, replaced)
    return { ok: true, hold: live }
  }
  if (quote.expiresAt <= services.clock.now()) return quoteExpired()
  const { propertyId } = quote
  const stay = stayOfQuote(quote)
  const asked = { propertyId, ...stay, holdId: replaced?.id }
  const check = quote.isOffer
    ? await checkAgreedStay(services, asked, tx)
    : await checkAvailability(services, asked, tx)
  if (!check.ok) return check
  const nights = { from: stay.checkIn, to: stay.checkOut }
  const newNights = countNewNights({ propertyId, ...nights }, replaced)
  const claim = { address, kind: 'hold' as const, nights: newNights, isNew: replaced === null }
  const tooMany = await checkNightsLimit(services, tx, claim)
  if (tooMany) return tooMany
  const held = await holdNights(services, tx, { propertyId, nights, quoteId: quote.id, replaced })
  await recordNights(services, tx, { ...claim, occupancyId: held.id })
  return { ok: true, hold: held }
}

type QuoteRow = typeof quotes.$inferSelect
type Span = { propertyId: string; nights: Nights }

/** Nights that nobody else can have for some minutes. `bookingId`: the previous attempt to book, not paid yet. */
export type Hold = Span & {
  id: string
  quoteId: string | null
  bookingId: string | null
  expiresAt: Date
  extended: boolean
  /** An operator's hold, for whoever has an offer. */
  isOfOffer: boolean
}

async function findHolds(tx: Tx, condition: Parameters<typeof and>[0]): Promise<Hold[]> {
  const { id, propertyId, nights, quoteId, bookingId, expiresAt, extended } = occupancies
  const rows = await tx
    .select({ id, propertyId, nights, quoteId, bookingId, expiresAt, extended, isOfOffer })
    .from(occupancies)
    .leftJoin(bookings, eq(bookings.id, occupancies.bookingId))
    .where(and(eq(occupancies.kind, 'hold'), condition))
  return rows.flatMap((row) => (row.expiresAt ? [{ ...row, expiresAt: row.expiresAt }] : []))
}

/**
 * A hold by its id, which only its guest knows: an open one, or the hold of an unpaid booking. An operator's hold is
 * none, nor is a payment that has its nights. A guest who looks at other dates must not lose or move them.
 */
async function findHold(tx: Tx, id: string): Promise<Hold | null> {
  return (await findHolds(tx, and(eq(occupancies.id, id), not(isOfOffer), not(isPaymentOfOffer))))[0] ?? null
}

/**
 * The hold that a booking may take over: the open one of its quote, or the one named by id. Quotes are shared, so only
 * a request that names the hold of an unpaid booking may replace that booking. Only certain under the property's lock.
 */
export async function findReplaceableHold(
  tx: Tx,
  { propertyId, quote, holdId }: { propertyId: string; quote: QuoteRow | null; holdId: string | null },
): Promise<Hold | null> {
  if (!quote && holdId === null) return null
  const byQuote = quote ? inArray(occupancies.quoteId, revisionsOf(tx, quote)) : undefined
  const ofQuote = quote ? inArray(bookings.quoteId, revisionsOf(tx, quote)) : undefined
  const isOwn = and(not(isOfOffer), or(not(isPaymentOfOffer), ofQuote))
  const byId = holdId === null ? undefined : and(eq(occupancies.id, holdId), isOwn)
  const rows = await findHolds(tx, and(eq(occupancies.propertyId, propertyId), or(byQuote, byId)))
  return rows.find((row) => row.quoteId === quote?.id) ?? rows[0] ?? null
}

/** The hold of a quote, or of the unpaid booking made by it if its guest names it as `ownId`. */
async function findHoldOfQuote(tx: Tx, quote: QuoteRow, ownId?: string): Promise<Hold | null> {
  const revisions = revisionsOf(tx, quote)
  const own = ownId === undefined ? undefined : and(eq(occupancies.id, ownId), inArray(bookings.quoteId, revisions))
  return (await findHolds(tx, or(inArray(occupancies.quoteId, revisions), own)))[0] ?? null
}

/** Stores a hold for a quote, or moves the guest's own one to it. Returns the hold's id. */
async function holdNights(
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
  if (!row) throw new Error('hold not stored')
  return { id: row.id, expiresAt: values.expiresAt }
}

/** A moved hold that shares a night with its old dates keeps its expiry, or nights could be held forever. */
function holdTime({ clock, config }: Services, { propertyId, nights }: Span, replaced: Hold | null) {
  const overlaps = replaced && replaced.nights.from < nights.to && nights.from < replaced.nights.to
  if (replaced && overlaps && replaced.propertyId === propertyId) {
    return { expiresAt: replaced.expiresAt, extended: replaced.extended }
  }
  return { expiresAt: new Date(clock.now().getTime() + config.holdMinutes * 60_000), extended: false }
}

/**
 * When a card payment ends that begins now. A hold is extended once for it. A payment of nights on hold with an offer
 * is not: the offer has them back after it (`returnToOffers`).
 */
function paymentTime({ clock, config }: Pick<Services, 'clock' | 'config'>, hold: Hold | null) {
  if (hold && !hold.isOfOffer && (hold.extended || hold.bookingId)) {
    return { expiresAt: hold.expiresAt, extended: hold.extended }
  }
  const begins = hold && !hold.isOfOffer ? hold.expiresAt : clock.now()
  return { expiresAt: new Date(begins.getTime() + config.holdMinutes * 60_000), extended: !hold?.isOfOffer }
}

/**
 * Gives a booking its nights, taking over the hold if there is one. A booking that waits for its card keeps them as a
 * hold, extended once for the payment. Returns the row's id, which is new if it stays a hold. Others may know the old
 * id, and anyone with the id of a hold may move it.
 */
export async function assignNights(
  services: Pick<Services, 'clock' | 'config'>,
  tx: Tx,
  { hold, byCard, ...span }: Span & { bookingId: string; hold: Hold | null; byCard: boolean },
): Promise<string> {
  const values = {
    ...span,
    quoteId: null,
    ...(byCard
      ? { id: sql`default`, kind: 'hold' as const, ...paymentTime(services, hold) }
      : { kind: 'booking' as const, expiresAt: null, extended: false }),
  }
  // Updates the row: between a delete and an insert another guest could take the nights (docs/decisions/011).
  const [row] = hold
    ? await tx.update(occupancies).set(values).where(eq(occupancies.id, hold.id)).returning({ id: occupancies.id })
    : await tx.insert(occupancies).values(values).returning({ id: occupancies.id })
  if (!row) throw new Error('nights of a booking not stored')
  return row.id
}

/** Releases the nights to another quote of the same guest, and ends the previous attempt to book them. */
export async function moveToQuote(services: Services, tx: Tx, hold: Hold, quoteId: string): Promise<void> {
  await cancelPreviousAttempt(services, tx, hold)
  const expiresAt = hold.bookingId && !hold.extended ? endOfOffer(quoteId) : hold.expiresAt
  await tx.update(occupancies).set({ quoteId, bookingId: null, expiresAt }).where(eq(occupancies.id, hold.id))
}

/** Frees the nights of a guest's own hold, and ends the unpaid booking that has them. Needs the property's lock. */
async function dropHold(services: Services, tx: Tx, hold: Hold): Promise<void> {
  await cancelPreviousAttempt(services, tx, hold)
  await tx.delete(occupancies).where(eq(occupancies.id, hold.id))
}

/** Releases the nights of an open hold. One that has expired, or that a booking has taken over, stays as it is. */
export async function releaseHold(services: Services, id: string): Promise<void> {
  const found = await findHold(services.db, id)
  if (!found || found.bookingId) return
  // Under the lock: otherwise a booking that is taking over the hold could find it gone.
  await withPropertyLock(services, [found.propertyId], (tx) =>
    tx.delete(occupancies).where(and(eq(occupancies.id, id), isOpenHold)),
  )
}

/**
 * A previous attempt that was paid in another window must stay booked. Runs before the lock because it calls the
 * gateway.
 */
export async function reconcilePreviousAttempt(services: Services, hold: Hold | null): Promise<void> {
  if (services.gateway && hold?.bookingId) await reconcileBooking(services, hold.bookingId, PAGE_WAIT_MS)
}

/** Ends the unpaid booking of a hold because its guest starts over. The next payment check cancels its payment. */
export async function cancelPreviousAttempt({ clock }: Services, tx: Tx, { bookingId }: Hold): Promise<void> {
  if (!bookingId) return
  const at = clock.now()
  await changeStatus(tx, { ids: [bookingId], from: 'held', to: 'cancelled', cause: 'guest', at })
  await tx.update(payments).set({ nextAt: at }).where(eq(payments.bookingId, bookingId))
}

import { and, eq, inArray, or } from 'drizzle-orm'
import { checkAvailability, checkWithoutLock } from '#app/features/availability/availability.server.ts'
import { lockHome } from '#app/features/availability/home-lock.server.ts'
import { datesTaken } from '#app/features/availability/stay-rules.ts'
import { UNKNOWN_ADDRESS } from '#app/platform/client-address.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { withMutex } from '#app/platform/db/mutex.server.ts'
import { errorCode, retryTransaction } from '#app/platform/db/retry.server.ts'
import { bookings, occupancies, quotes } from '#app/platform/db/schema.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import type { Problem } from '#app/shared/problem.ts'
import type { Refusal } from '#app/shared/stay-refusal.ts'
import { BODY_NAMES, problemOf, refusalStatus } from '#app/shared/stay-refusal.ts'
import { quoteExpired } from '../booking-refusals.server.ts'
import { expireOverdue } from '../expire-bookings.server.ts'
import { checkNightsLimit, countNewNights, recordNights, type TooManyNights } from '../nights-limit.server.ts'
import { cancelPreviousAttempt, reconcilePreviousAttempt } from '../previous-attempt.server.ts'
import { revisionsOf } from '../quotes/quote-status.server.ts'
import { isOpenHold, stayOfQuote } from '../requested-stay.server.ts'
import type { Hold, HoldRequest } from './holds.ts'

const EXCLUSION_VIOLATION = '23P01'

type Refused = { ok: false; status: 400 | 404 | 409 | 429; problem: Problem; retryAfter?: number }
type Outcome = { ok: true; hold: Hold } | Refused

/**
 * Holds the nights of a quote. Asked again while they are held, it answers the same hold, also where a booking that is not paid
 * yet has it and `replaces` names it: a quote is sent around, and the others must not touch what one of them is paying for. The
 * hold it `replaces` moves to the new nights, and stays where it is when these cannot be had; such a booking gives way.
 */
export async function placeHold(
  services: Services,
  { quoteId, replaces }: HoldRequest,
  address = UNKNOWN_ADDRESS,
): Promise<Outcome> {
  const { database, db } = services
  const [quote] = await db.select().from(quotes).where(eq(quotes.id, quoteId))
  if (!quote) return { ok: false, status: 404, problem: { code: 'not-found', message: 'There is no such quote.' } }
  const before = replaces !== undefined ? await findHold(db, replaces) : null
  await reconcilePreviousAttempt(services, before)
  const stay = { propertyId: quote.propertyId, ...stayOfQuote(quote) }
  const atOnce = await checkWithoutLock(services, { ...stay, holdId: before?.id }, db)
  // Looked for afterwards: the same question asked at the same moment may just have got the nights.
  if (atOnce && !(await findLiveHold(db, quote, replaces))) return refused(atOnce)
  // In one order, or two guests who change homes could wait for each other.
  const homes = [...new Set([quote.propertyId, ...(before ? [before.propertyId] : [])])].sort()
  const attempt = () =>
    db.transaction(
      async (tx) => {
        for (const home of homes) await lockHome(tx, home)
        for (const home of homes) await expireOverdue(services, tx, home)
        const own = replaces !== undefined ? await findHold(tx, replaces) : null
        return hold(services, tx, { quote, replaced: own && homes.includes(own.propertyId) ? own : null, address })
      },
      // At a stricter level the snapshot would be taken before the home's lock is granted, and show its nights as free.
      { isolationLevel: 'read committed' },
    )
  return withMutex(database, quote.propertyId, () => retryTransaction(attempt)).catch((error: unknown) => {
    if (errorCode(error) === EXCLUSION_VIOLATION) return refused(datesTaken())
    throw error
  })
}

type QuoteRow = typeof quotes.$inferSelect
type HoldRow = Pick<typeof occupancies.$inferSelect, 'id' | 'propertyId' | 'nights' | 'expiresAt' | 'extended'> & {
  bookingId: string | null
}

/** A hold, a guest's own or that of a booking which is not paid yet. */
async function findHold(tx: Tx, id: string): Promise<HoldRow | null> {
  const [row] = await tx
    .select({
      id: occupancies.id,
      propertyId: occupancies.propertyId,
      nights: occupancies.nights,
      expiresAt: occupancies.expiresAt,
      extended: occupancies.extended,
      bookingId: occupancies.bookingId,
    })
    .from(occupancies)
    .where(and(eq(occupancies.id, id), eq(occupancies.kind, 'hold')))
  return row ?? null
}

async function findLiveHold(tx: Tx, quote: QuoteRow, own?: string) {
  const chain = revisionsOf(tx, quote)
  const isOwnTry = own !== undefined ? and(eq(occupancies.id, own), inArray(bookings.quoteId, chain)) : undefined
  const [row] = await tx
    .select({ id: occupancies.id, expiresAt: occupancies.expiresAt })
    .from(occupancies)
    .leftJoin(bookings, eq(bookings.id, occupancies.bookingId))
    .where(and(eq(occupancies.kind, 'hold'), or(inArray(occupancies.quoteId, chain), isOwnTry)))
  return row ?? null
}

async function hold(
  services: Services,
  tx: Tx,
  { quote, replaced, address }: { quote: QuoteRow; replaced: HoldRow | null; address: string },
): Promise<Outcome> {
  const standing = await findLiveHold(tx, quote, replaced?.id)
  if (standing?.expiresAt) {
    if (replaced && replaced.id !== standing.id) await dropHold(services, tx, replaced)
    return { ok: true, hold: { id: standing.id, expiresAt: standing.expiresAt } }
  }
  if (quote.expiresAt <= services.clock.now()) {
    const { reason, message } = quoteExpired()
    return { ok: false, status: 409, problem: { code: reason, message } }
  }
  const { propertyId } = quote
  const stay = stayOfQuote(quote)
  const verdict = await checkAvailability(services, { propertyId, ...stay, holdId: replaced?.id }, tx)
  if (!verdict.ok) return refused(verdict)
  const nights = { from: stay.checkIn, to: stay.checkOut }
  const isNew = replaced === null
  const claim = { address, kind: 'hold' as const, nights: countNewNights({ propertyId, ...nights }, replaced), isNew }
  const tooMany = await checkNightsLimit(services, tx, claim)
  if (tooMany) return { ok: false, status: 429, ...refusalOf(tooMany) }
  const { expiresAt, extended } = holdTime(services, { propertyId, nights }, replaced)
  const held = { propertyId, nights, quoteId: quote.id, bookingId: null, expiresAt, extended }
  if (replaced?.bookingId) await cancelPreviousAttempt(services, tx, replaced.bookingId)
  const [row] = replaced
    ? await tx.update(occupancies).set(held).where(eq(occupancies.id, replaced.id)).returning({ id: occupancies.id })
    : await tx
        .insert(occupancies)
        .values({ ...held, kind: 'hold' })
        .returning({ id: occupancies.id })
  if (!row) throw new Error('a hold was not stored')
  await recordNights(services, tx, { ...claim, occupancyId: row.id })
  return { ok: true, hold: { id: row.id, expiresAt } }
}

/** A hold that is moved and keeps a night of its own keeps its time too, or nights could be held for ever. */
function holdTime(
  { clock, config }: Services,
  { propertyId, nights }: Pick<HoldRow, 'propertyId' | 'nights'>,
  replaced: HoldRow | null,
): { expiresAt: Date; extended: boolean } {
  const overlaps = replaced && replaced.nights.from < nights.to && nights.from < replaced.nights.to
  if (replaced?.expiresAt && overlaps && replaced.propertyId === propertyId) {
    return { expiresAt: replaced.expiresAt, extended: replaced.extended }
  }
  return { expiresAt: new Date(clock.now().getTime() + config.holdMinutes * 60_000), extended: false }
}

/** The nights of a hold are free again, and a booking that was not paid yet is over. */
async function dropHold(services: Services, tx: Tx, { id, bookingId }: HoldRow): Promise<void> {
  if (bookingId) await cancelPreviousAttempt(services, tx, bookingId)
  await tx.delete(occupancies).where(eq(occupancies.id, id))
}

function refused(refusal: Refusal): Refused {
  return { ok: false, status: refusalStatus(refusal.reason), problem: problemOf(refusal, BODY_NAMES) }
}

function refusalOf({ message, retryAfter }: TooManyNights) {
  return { problem: { code: 'too-many-nights', message }, retryAfter }
}

/** Lets go of nights. One that is over, or that a booking has taken over, is left as it is. */
export async function releaseHold({ db }: Services, id: string): Promise<void> {
  const found = await findHold(db, id)
  if (!found || found.bookingId) return
  await db.transaction(async (tx) => {
    // A booking that is just taking the hold over must not find it gone.
    await lockHome(tx, found.propertyId)
    await tx.delete(occupancies).where(and(eq(occupancies.id, id), isOpenHold))
  })
}

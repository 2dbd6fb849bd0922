import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { checkAvailability, checkWithoutLock } from '#app/features/availability/availability.server.ts'
import { datesTaken } from '#app/features/availability/stay-rules.ts'
import { UNKNOWN_ADDRESS } from '#app/platform/client-address.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { isExclusionViolation } from '#app/platform/db/retry.server.ts'
import { quotes } from '#app/platform/db/schema.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import type { Problem } from '#app/shared/problem.ts'
import type { Refusal } from '#app/shared/stay-refusal.ts'
import { BODY_NAMES, problemOf, refusalStatus } from '#app/shared/stay-refusal.ts'
import { quoteExpired } from '../booking-refusals.server.ts'
import { withBookingsLock } from '../expire-bookings.server.ts'
import { checkNightsLimit, countNewNights, recordNights } from '../nights-limit.server.ts'
import { stayOfQuote } from '../requested-stay.server.ts'
import { dropHold, findHold, findHoldOfQuote, type Hold, holdNights, reconcilePreviousAttempt } from './holds.server.ts'

/** A request for a hold; `replaces` is the guest's own hold that it supersedes. */
export const holdRequestSchema = z.object({ quoteId: z.guid(), replaces: z.guid().optional() })
type HoldRequest = z.infer<typeof holdRequestSchema>

type Refused = { ok: false; status: 400 | 404 | 409 | 429; problem: Problem; retryAfter?: number }
type Outcome = { ok: true; hold: Pick<Hold, 'id' | 'expiresAt'> } | Refused

/**
 * Holds the nights of a quote. A repeated request returns the same hold. If an unpaid booking has it, the request must name
 * it in `replaces`: others who have the quote must not touch what one of them is paying for. The hold in `replaces` moves to
 * the new nights, and stays where it is if these are refused.
 */
export async function placeHold(
  services: Services,
  { quoteId, replaces }: HoldRequest,
  address = UNKNOWN_ADDRESS,
): Promise<Outcome> {
  const { db } = services
  const [quote] = await db.select().from(quotes).where(eq(quotes.id, quoteId))
  if (!quote) return { ok: false, status: 404, problem: { code: 'not-found', message: 'There is no such quote.' } }
  const before = replaces !== undefined ? await findHold(db, replaces) : null
  await reconcilePreviousAttempt(services, before)
  const stay = { propertyId: quote.propertyId, ...stayOfQuote(quote) }
  const refusal = await checkWithoutLock(services, { ...stay, holdId: before?.id }, db)
  // Checked after the refusal: a concurrent identical request may just have got the nights.
  if (refusal && !(await findHoldOfQuote(db, quote, replaces))) return refused(refusal)
  try {
    const locked: [string, string] = [quote.propertyId, before?.propertyId ?? quote.propertyId]
    return await withBookingsLock(services, locked, async (tx) => {
      const own = replaces !== undefined ? await findHold(tx, replaces) : null
      return hold(services, tx, { quote, replaced: own && locked.includes(own.propertyId) ? own : null, address })
    })
  } catch (error) {
    if (isExclusionViolation(error)) return refused(datesTaken())
    throw error
  }
}

async function hold(
  services: Services,
  tx: Tx,
  { quote, replaced, address }: { quote: typeof quotes.$inferSelect; replaced: Hold | null; address: string },
): Promise<Outcome> {
  const live = await findHoldOfQuote(tx, quote, replaced?.id)
  if (live) {
    if (replaced && replaced.id !== live.id) await dropHold(services, tx, replaced)
    return { ok: true, hold: live }
  }
  if (quote.expiresAt <= services.clock.now()) {
    const { reason, message } = quoteExpired()
    return { ok: false, status: 409, problem: { code: reason, message } }
  }
  const { propertyId } = quote
  const stay = stayOfQuote(quote)
  const check = await checkAvailability(services, { propertyId, ...stay, holdId: replaced?.id }, tx)
  if (!check.ok) return refused(check)
  const nights = { from: stay.checkIn, to: stay.checkOut }
  const newNights = countNewNights({ propertyId, ...nights }, replaced)
  const claim = { address, kind: 'hold' as const, nights: newNights, isNew: replaced === null }
  const tooMany = await checkNightsLimit(services, tx, claim)
  if (tooMany) {
    const problem = { code: 'too-many-nights', message: tooMany.message }
    return { ok: false, status: 429, problem, retryAfter: tooMany.retryAfter }
  }
  const held = await holdNights(services, tx, { propertyId, nights, quoteId: quote.id, replaced })
  await recordNights(services, tx, { ...claim, occupancyId: held.id })
  return { ok: true, hold: held }
}

function refused(refusal: Refusal): Refused {
  return { ok: false, status: refusalStatus(refusal.reason), problem: problemOf(refusal, BODY_NAMES) }
}

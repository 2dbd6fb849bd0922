import { and, eq, inArray } from 'drizzle-orm'
import { checkAgreedStay } from '#app/features/availability/agreed-stay.server.ts'
import { nightClaims, occupancies } from '#app/features/availability/availability.tables.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import type { Nights } from '#app/platform/db/nights.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { type Refusal, refuse } from '#app/shared/refusal.ts'
import { quotes } from '../bookings.tables.server.ts'
import { isOfOffer, isOpenHold } from '../hold-kinds.server.ts'
import { isBookedBy, revisionsOf, stayOfQuote } from '../quotes/quotes.server.ts'

/** The nights that are held for whoever has an offer, until the offer expires. */
export type OfferHold = { quoteId: string; propertyId: string; nights: Nights; until: Date }

const TAKEN = 'Somebody else has some of these nights by now.'
const BOOKED = 'This offer is booked, or being paid for, by now.'

/**
 * Holds the nights of an operator's offer until it expires. A hold of its guest lasts as long then. The limits of guests'
 * holds do not count. Needs the property's lock.
 */
export async function holdOffer(
  services: Services,
  tx: Tx,
  quoteId: string,
): Promise<{ ok: true; hold: OfferHold } | Refusal> {
  const [offer] = await tx.select().from(quotes).where(eq(quotes.id, quoteId))
  if (!offer?.isOffer || offer.expiresAt <= services.clock.now()) {
    return refuse('refused', 'This offer has expired. Add the offer again: that takes its price of today.')
  }
  if (await isBookedBy(tx, offer, { statuses: ['held', 'pending', 'confirmed'] })) return refuse('refused', BOOKED)
  const { propertyId, expiresAt } = offer
  const stay = stayOfQuote(offer)
  const [own] = await tx
    .select({ id: occupancies.id })
    .from(occupancies)
    .where(and(inArray(occupancies.quoteId, revisionsOf(tx, offer)), isOpenHold))
  const check = await checkAgreedStay(services, { propertyId, ...stay, holdId: own?.id }, tx)
  if (!check.ok) return refuse('refused', check.reason === 'dates-taken' ? TAKEN : check.message)
  const nights = { from: stay.checkIn, to: stay.checkOut }
  if (own) {
    await tx.update(occupancies).set({ expiresAt, extended: false }).where(eq(occupancies.id, own.id))
    await tx.update(nightClaims).set({ occupancyId: null }).where(eq(nightClaims.occupancyId, own.id))
  } else await tx.insert(occupancies).values({ propertyId, nights, kind: 'hold', quoteId, expiresAt })
  return { ok: true, hold: { quoteId, propertyId, nights, until: expiresAt } }
}

/**
 * Releases the nights of an offer. False if they are not on hold with it, such as once they are booked. A hold of its
 * guest, who is booking, stays. Needs the property's lock.
 */
export async function releaseOffer(tx: Tx, quoteId: string): Promise<boolean> {
  const chain = revisionsOf(tx, { id: quoteId, originId: null })
  const released = await tx
    .delete(occupancies)
    .where(and(inArray(occupancies.quoteId, chain), isOpenHold, isOfOffer))
    .returning({ id: occupancies.id })
  return released.length > 0
}

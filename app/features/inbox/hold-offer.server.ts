import { and, eq, gt } from 'drizzle-orm'
import { z } from 'zod'
import { lockProperty } from '#app/features/availability/property-lock.server.ts'
import { quotes } from '#app/features/bookings/bookings.tables.server.ts'
import { holdOffer, type OfferHold, releaseOffer } from '#app/features/bookings/holds/offer-hold.server.ts'
import { expireOverdue, withBookingsLock } from '#app/features/bookings/status/expire-bookings.server.ts'
import { findOperatorTimeZone } from '#app/features/site/operator-time-zone.server.ts'
import { undoFrom } from '#app/platform/change/recorded.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { formatMomentWithYear } from '#app/shared/dates-with-year.ts'
import type { FactFields } from '#app/shared/declared-facts.ts'
import { type Refusal, refuse } from '#app/shared/refusal.ts'
import { isUuid } from '#app/shared/uuid.ts'
import { mailMessages } from './inbox.tables.server.ts'
import { withHold } from './offer-words.ts'

/** What History shows of a hold. */
export const HOLD_FACTS: FactFields = {
  offer: { kind: 'hidden' },
  property: { label: 'Home', kind: 'property' },
  checkIn: { label: 'Check-in', kind: 'date' },
  checkOut: { label: 'Check-out', kind: 'date' },
  until: { label: 'On hold until', kind: 'instant' },
}

const recordedHold = z.object({ offer: z.guid(), property: z.guid() })

export const recordOf = ({ quoteId, propertyId, nights, until }: OfferHold) => ({
  offer: quoteId,
  property: propertyId,
  checkIn: nights.from,
  checkOut: nights.to,
  until,
})

/** The quote with this id, if it is an operator's offer. */
async function findOffer(db: Tx, id: string) {
  const [offer] = isUuid(id)
    ? await db
        .select()
        .from(quotes)
        .where(and(eq(quotes.id, id), eq(quotes.isOffer, true)))
    : []
  return offer ?? null
}

/** The home of an offer, whose lock its hold needs. */
export async function findOfferedProperty(db: Tx, id: string): Promise<string | null> {
  return (await findOffer(db, id))?.propertyId ?? null
}

/** Runs `work` under the lock of the home that an offer is for. */
export async function withOfferLock<Outcome>(
  services: Services,
  offer: string,
  work: (tx: Tx) => Promise<Outcome>,
): Promise<Outcome | Refusal> {
  const propertyId = await findOfferedProperty(services.db, offer)
  return propertyId ? withBookingsLock(services, [propertyId], work) : refuse('not-found', 'This offer is gone.')
}

const wasSentOnHold = async (db: Tx, id: string) => (await db.$count(mailMessages, eq(mailMessages.id, id))) > 0

/** Whether an offer can be sent with its nights on hold. */
export async function canHold({ db, clock }: Pick<Services, 'db' | 'clock'>, id: string): Promise<boolean> {
  const isOpen = and(eq(quotes.id, id), eq(quotes.isOffer, true), gt(quotes.expiresAt, clock.now()))
  return (await db.$count(quotes, isOpen)) > 0 && !(await wasSentOnHold(db, id))
}

/** Holds the nights of an offer for whom its text is sent to. Returns the text, which says so. */
export async function holdForText(
  services: Services,
  tx: Tx,
  { id, text }: { id: string; text: string },
): Promise<{ ok: true; text: string; hold: OfferHold } | Refusal> {
  const offer = await findOffer(tx, id)
  if (!offer?.token || !text.includes(`/quotes/${offer.token}`)) {
    const missing = 'The link of the offer isn’t in your answer. Add the offer again, or press Send'
    return refuse('invalid-input', '', { text: missing })
  }
  if (await wasSentOnHold(tx, id)) return refuse('refused', 'This offer was on hold before. Add the offer again.')
  const held = await holdOffer(services, tx, id)
  if (!held.ok) return refuse('refused', `${held.message} Nothing was sent.`)
  const timeZone = await findOperatorTimeZone(tx)
  return { ok: true, hold: held.hold, text: withHold(text, formatMomentWithYear(held.hold.until, timeZone)) }
}

/** Releases the nights, unless they are booked by now. */
export const undoHold = undoFrom({ after: recordedHold }, async (tx, _services, { after: { offer, property } }) => {
  await lockProperty(tx, property)
  const released = await releaseOffer(tx, offer)
  return released ? undefined : refuse('refused', 'These nights are booked or released by now.')
})

/** Holds the nights again, if they are open and the offer has not expired. */
export const undoRelease = undoFrom({ before: recordedHold }, async (tx, services, { before: { offer, property } }) => {
  await lockProperty(tx, property)
  await expireOverdue(services, tx, property)
  const held = await holdOffer(services, tx, offer)
  return held.ok ? undefined : held
})

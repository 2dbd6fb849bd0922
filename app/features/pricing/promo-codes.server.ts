import { and, count, eq, exists, gt, inArray, ne, or } from 'drizzle-orm'
import type { Tx } from '#app/platform/db/database.server.ts'
import { bookings, occupancies, promoCodes, properties } from '#app/platform/db/schema.server.ts'
import { limitVisitor, RateLimitError } from '#app/platform/rate-limits/visitor.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { dateInZone, formatDate, type IsoDate } from '#app/shared/dates.ts'
import { centsFromNumeric } from '#app/shared/money.ts'
import { promoInput } from '#app/shared/stay-input.ts'
import { notFound, type PromoRefusalReason, type Refusal, refuse } from '#app/shared/stay-refusal.ts'
import { isUuid } from '#app/shared/uuid.ts'
import type { PromoCode, PromoEntry } from './promo-code.ts'

type FoundPromo = Refusal | { ok: true; promo: PromoCode }

/** Until the transaction ends nobody else books with the code, so that its uses can be counted. */
export async function lockPromoCode(tx: Tx, code: string): Promise<void> {
  await tx.select({ code: promoCodes.code }).from(promoCodes).where(eq(promoCodes.code, code)).for('update')
}

/**
 * How many bookings that stand have the code: one that is declined, cancelled or expired gives its use back, and one that is held
 * and not paid gives it to the booking that takes its hold over.
 */
export async function countUses(db: Tx, code: string, now: Date, ownHold?: string): Promise<number> {
  const others = ownHold === undefined ? undefined : ne(occupancies.id, ownHold)
  const hold = db
    .select({ id: occupancies.id })
    .from(occupancies)
    .where(and(eq(occupancies.bookingId, bookings.id), gt(occupancies.expiresAt, now), others))
  const stands = or(inArray(bookings.status, ['pending', 'confirmed']), and(eq(bookings.status, 'held'), exists(hold)))
  const [row] = await db
    .select({ uses: count() })
    .from(bookings)
    .where(and(eq(bookings.promoCode, code), stands))
  return row?.uses ?? 0
}

/**
 * A code in a home on this day of its calendar. Whether it is for the nights is judged by its terms. Throws `RateLimitError` when
 * the visitor has tried too many.
 */
export async function findPromo(
  services: Pick<Services, 'limits'>,
  db: Tx,
  asked: { code: string; propertyId: string; today: IsoDate; now: Date; ownHold?: string },
): Promise<FoundPromo> {
  const { code, propertyId, today } = asked
  await limitVisitor(services, 'promo-codes', code)
  const no = (reason: PromoRefusalReason, message: string) => refuse(reason, message, 'promoCode')
  const [row] = await db.select().from(promoCodes).where(eq(promoCodes.code, code))
  if (!row) return no('promo-unknown', 'We do not know this code. Leave it out, or look at how it is written.')
  const { bookFrom, bookUntil, endedAt, useLimit } = row
  if (row.propertyId && row.propertyId !== propertyId) {
    return no('promo-other-home', `The code ${code} is not for this home.`)
  }
  if (endedAt || (bookUntil && today > bookUntil)) return no('promo-ended', `The code ${code} has ended.`)
  if (bookFrom && today < bookFrom) {
    return no('promo-not-yet', `The code ${code} is good from ${formatDate(bookFrom, 'long')} on.`)
  }
  if (useLimit !== null && (await countUses(db, code, asked.now, asked.ownHold)) >= useLimit) {
    return no('promo-used-up', `The code ${code} has been used up.`)
  }
  const { percent, stayFrom, stayUntil, minimumNights } = row
  const amount = row.amount === null ? null : centsFromNumeric(row.amount)
  return { ok: true, promo: { code, percent, amount, stayFrom, stayUntil, minimumNights } }
}

/** A code in a home today, for a guest who has not chosen nights yet. */
export async function getPromo(
  services: Services,
  { code, propertyId }: { code: string; propertyId: string },
): Promise<FoundPromo> {
  const { db, clock } = services
  if (!isUuid(propertyId)) return notFound()
  const [property] = await db
    .select({ timeZone: properties.timeZone })
    .from(properties)
    .where(and(eq(properties.id, propertyId), eq(properties.published, true)))
  if (!property) return notFound()
  const now = clock.now()
  return findPromo(services, db, { code, propertyId, today: dateInZone(now, property.timeZone), now })
}

/** A code in the address of a home's booking page; null where there is none. One too many is no good, and the words say why. */
export async function findEnteredPromo(
  services: Services,
  { typed, propertyId }: { typed: string | null; propertyId: string },
): Promise<PromoEntry | null> {
  const { data: code } = promoInput.safeParse(typed)
  if (!typed || !code) return null
  const found = await getPromo(services, { code, propertyId }).catch((error: unknown) => {
    if (error instanceof RateLimitError) return error.refusal
    throw error
  })
  return found.ok ? { typed: code, promo: found.promo, error: null } : { typed, promo: null, error: found.message }
}

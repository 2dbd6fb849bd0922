import { and, count, eq, exists, gt, inArray, ne, or, type SQL } from 'drizzle-orm'
import { occupancies } from '#app/features/availability/availability.tables.server.ts'
import { bookings } from '#app/features/bookings/bookings.tables.server.ts'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { limitVisitor, RateLimitError } from '#app/platform/rate-limits/visitor.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { dateInZone, formatDate, type IsoDate } from '#app/shared/dates.ts'
import { promoInput } from '#app/shared/input/stay-input.ts'
import { centsFromNumeric } from '#app/shared/money.ts'
import { notFound, type PromoReason, refuseStay, type StayRefusal } from '#app/shared/stay-refusal.ts'
import { isUuid } from '#app/shared/uuid.ts'
import { promoCodes } from './pricing.tables.server.ts'
import type { PromoCode, PromoEntry } from './promo-code.ts'

type FoundPromo = StayRefusal | { ok: true; promo: PromoCode }

/** Nobody else can book with the code until the transaction ends, so that its uses can be counted. */
export async function lockPromoCode(tx: Tx, code: string): Promise<void> {
  await tx.select({ code: promoCodes.code }).from(promoCodes).where(eq(promoCodes.code, code)).for('update')
}

/**
 * The condition on bookings that count as a use of their code. A declined, cancelled or expired booking frees its use. A held,
 * unpaid one passes it to the booking that takes over its hold.
 */
export function countsAsUse(db: Tx, now: Date, ownHold?: string): SQL | undefined {
  const others = ownHold === undefined ? undefined : ne(occupancies.id, ownHold)
  const hold = db
    .select({ id: occupancies.id })
    .from(occupancies)
    .where(and(eq(occupancies.bookingId, bookings.id), gt(occupancies.expiresAt, now), others))
  return or(inArray(bookings.status, ['pending', 'confirmed']), and(eq(bookings.status, 'held'), exists(hold)))
}

/** How many active bookings use the code. */
async function countUses(db: Tx, code: string, now: Date, ownHold?: string): Promise<number> {
  const [row] = await db
    .select({ uses: count() })
    .from(bookings)
    .where(and(eq(bookings.promoCode, code), countsAsUse(db, now, ownHold)))
  return row?.uses ?? 0
}

/**
 * Looks up a code for a property on this local date. Its terms decide whether it applies to the nights. Throws
 * `RateLimitError` if the visitor has tried too many.
 */
export async function findPromo(
  services: Pick<Services, 'limits'>,
  db: Tx,
  asked: { code: string; propertyId: string; today: IsoDate; now: Date; ownHold?: string },
): Promise<FoundPromo> {
  const { code, propertyId, today } = asked
  await limitVisitor(services, 'promo-codes', code)
  const no = (reason: PromoReason, message: string) => refuseStay(reason, message, 'promoCode')
  const [row] = await db.select().from(promoCodes).where(eq(promoCodes.code, code))
  if (!row) return no('promo-unknown', 'We don’t recognize this code. Please check the spelling or leave it out.')
  const { bookFrom, bookUntil, endedAt, useLimit } = row
  if (row.propertyId && row.propertyId !== propertyId) {
    return no('promo-other-property', `The code ${code} isn’t valid for this home.`)
  }
  if (endedAt || (bookUntil && today > bookUntil)) return no('promo-ended', `The code ${code} has expired.`)
  if (bookFrom && today < bookFrom) {
    return no('promo-not-yet', `The code ${code} is good starting ${formatDate(bookFrom, 'long')}.`)
  }
  if (useLimit !== null && (await countUses(db, code, asked.now, asked.ownHold)) >= useLimit) {
    return no('promo-used-up', `The code ${code} has been used up.`)
  }
  return { ok: true, promo: termsOf(row) }
}

function termsOf({
  code,
  percent,
  amount,
  coversAll,
  stayFrom,
  stayUntil,
  minimumNights,
  maximumNights,
}: typeof promoCodes.$inferSelect): PromoCode {
  return {
    code,
    percent,
    amount: amount === null ? null : centsFromNumeric(amount),
    coversAll,
    stayFrom,
    stayUntil,
    minimumNights,
    maximumNights,
  }
}

/** The terms of a code that a booking has used, whether or not it can be used again. Null if there is none. */
export async function getUsedPromo(
  db: Tx,
  code: string,
): Promise<{ promo: PromoCode; propertyId: string | null } | null> {
  const [row] = await db.select().from(promoCodes).where(eq(promoCodes.code, code))
  return row ? { promo: termsOf(row), propertyId: row.propertyId } : null
}

/** Looks up a code for a property today, for a guest who has not chosen nights yet. */
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

/**
 * The code in the address of a property's booking page; null if there is none. Over the rate limit it is refused with a
 * message.
 */
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

import { and, asc, eq, gt, ne, or, sql } from 'drizzle-orm'
import { localTimeIn } from '#app/features/availability/availability.server.ts'
import { blocks, occupancies } from '#app/features/availability/availability.tables.server.ts'
import { gapsOf, holesBetween, withNeighbors } from '#app/features/availability/gaps.server.ts'
import { listPropertyRules } from '#app/features/availability/property-rules.server.ts'
import { LARGEST_TOTAL, listRefusals, notAvailable } from '#app/features/availability/stay-rules.ts'
import { listTakenSpans } from '#app/features/availability/taken-nights.server.ts'
import { type BookingSource, isPaidElsewhere } from '#app/features/bookings/booking-sources.ts'
import { bookings } from '#app/features/bookings/bookings.tables.server.ts'
import { isOfOffer } from '#app/features/bookings/hold-kinds.server.ts'
import { calendarFeeds } from '#app/features/calendar-sync/calendar-sync.tables.server.ts'
import { priceStay } from '#app/features/pricing/price.ts'
import { checkPromo } from '#app/features/pricing/promo-code.ts'
import { getUsedPromo } from '#app/features/pricing/promo-codes.server.ts'
import type { PricingRules } from '#app/features/pricing/rates.ts'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import type { Nights } from '#app/platform/db/nights.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { dateInZone, formatMoment, formatSpan, timeInZone } from '#app/shared/dates.ts'
import type { Stay } from '#app/shared/stay.ts'
import { isUuid } from '#app/shared/uuid.ts'
import { type CheckedStay, type Property, problemOfChoice, type StayCheck, type StayChoice } from './stay-choice.ts'

type Input = {
  propertyId: string
  stay: Stay
  /** The booking that is moved: its own nights are free for it. Its code and its day of booking still count. */
  moved?: { id: string; promoCode: string | null; createdAt: Date; source: BookingSource }
}

/**
 * The objections to a stay, and its price by the home's rates; null if there is no such home. Only reliable in a
 * transaction with the property's lock.
 */
export async function checkStayByHand(
  services: Pick<Services, 'clock' | 'config'>,
  tx: Tx,
  { propertyId, stay, moved }: Input,
): Promise<(StayCheck & { pricing: PricingRules }) | null> {
  if (!isUuid(propertyId)) return null
  const isIt = eq(properties.id, propertyId)
  const nights = { from: stay.checkIn, to: stay.checkOut }
  const [property] = await listPropertyRules(tx, isIt, nights)
  const { id, slug, name, maxGuests, published } = properties
  const [row] = await tx.select({ id, slug, name, maxGuests, published }).from(properties).where(isIt)
  if (!property || !row) return null
  const { published: isPublished, ...named } = row
  const now = services.clock.now()
  const moment = localTimeIn(property.timeZone, now)
  const { pricing } = property.rules
  const around = { ...withNeighbors(nights), propertyIds: [propertyId] }
  const gaps = gapsOf(holesBetween(await listTakenSpans(tx, around, { now, movedId: moved?.id })), pricing)
  const refusals = listRefusals(property.rules, stay, { ...moment, limits: services.config, gaps })
  const bookedOn = dateInZone(moved?.createdAt ?? now, property.timeZone)
  const code = moved?.promoCode ? await findCode(tx, { propertyId, stay, code: moved.promoCode }) : null
  const price =
    pricing.baseNightly === null
      ? null
      : priceStay(pricing, stay, { today: bookedOn, gaps, promo: code?.promo ?? null })
  return {
    stay,
    property: named,
    pricing,
    warnings: [
      ...(isPublished && property.isAvailable ? [] : [notAvailable().message]),
      ...refusals.filter(({ reason }) => reason !== 'no-rates').map(({ message }) => message),
      ...(code?.problem ? [code.problem] : []),
    ],
    taken: await listTaken(tx, { propertyId, nights, moved, now, timeZone: property.timeZone }),
    price: price && price.total <= LARGEST_TOTAL ? price : null,
  }
}

/** The code of a moved booking counts for the new stay, too, if its terms allow that. */
async function findCode(tx: Tx, { propertyId, stay, code }: { propertyId: string; stay: Stay; code: string }) {
  const used = await getUsedPromo(tx, code)
  const isElsewhere = used?.propertyId && used.propertyId !== propertyId
  if (!used || isElsewhere)
    return { promo: null, problem: `The code ${code} isn’t for this home: the price is without it.` }
  const refusal = checkPromo(used.promo, stay)
  return refusal
    ? { promo: null, problem: `${refusal.message} The price is without it.` }
    : { promo: used.promo, problem: null }
}

type Wanted = {
  propertyId: string
  nights: { from: string; to: string }
  movedId?: string
  now: Date
  timeZone: string
}

/**
 * The conflicts of these nights, in words. An event of a calendar with exactly the nights of a stay that a platform
 * sold is that stay.
 */
async function listTaken(tx: Tx, { moved, ...wanted }: Omit<Wanted, 'movedId'> & Pick<Input, 'moved'>) {
  const { from, to } = wanted.nights
  const isIt = ({ isImport, nights }: StayConflict) =>
    isImport && moved !== undefined && isPaidElsewhere(moved.source) && nights.from === from && nights.to === to
  const conflicts = await listConflicts(tx, { ...wanted, movedId: moved?.id })
  return conflicts.filter((conflict) => !isIt(conflict)).map(({ words }) => words)
}

type StayConflict = { nights: Nights; words: string; isImport: boolean }

/** The occupancies and blocks that have some of these nights. */
export async function listConflicts(
  tx: Tx,
  { propertyId, nights, movedId, now, timeZone }: Wanted,
): Promise<StayConflict[]> {
  const { kind, bookingId, expiresAt, feedId } = occupancies
  const wanted = sql`daterange(${nights.from}, ${nights.to})`
  const isOther = movedId ? sql`${bookingId} is distinct from ${movedId}` : undefined
  const occupied = await tx
    .select({
      kind,
      expiresAt,
      isOfOffer,
      nights: occupancies.nights,
      guest: bookings.guestName,
      reference: bookings.reference,
      calendar: calendarFeeds.label,
    })
    .from(occupancies)
    .leftJoin(bookings, eq(bookings.id, bookingId))
    .leftJoin(calendarFeeds, eq(calendarFeeds.id, feedId))
    .where(
      and(
        eq(occupancies.propertyId, propertyId),
        sql`${occupancies.nights} && ${wanted}`,
        or(ne(kind, 'hold'), gt(expiresAt, now)),
        isOther,
      ),
    )
    .orderBy(asc(sql`lower(${occupancies.nights})`))
  const blocked = await tx
    .select({ nights: blocks.nights, kind: blocks.kind })
    .from(blocks)
    .where(and(eq(blocks.propertyId, propertyId), sql`${blocks.nights} && ${wanted}`, ne(blocks.kind, 'visit')))
  return [
    ...occupied.map((row) => ({
      nights: row.nights,
      words: conflictWords(row, timeZone),
      isImport: row.kind === 'import',
    })),
    ...blocked.map(({ kind: what, nights: { from, to } }) => ({
      nights: { from, to },
      isImport: false,
      words: `${what === 'owner' ? 'The owner has' : 'You closed'} ${formatSpan(from, to)}. Open the nights in the calendar first.`,
    })),
  ]
}

type ConflictRow = Pick<typeof occupancies.$inferSelect, 'kind' | 'nights' | 'expiresAt'> &
  Record<'guest' | 'reference' | 'calendar', string | null> & { isOfOffer: boolean }

function conflictWords({ kind, nights: { from, to }, expiresAt, ...who }: ConflictRow, timeZone: string): string {
  if (who.isOfOffer && expiresAt) {
    return `${formatSpan(from, to)} is on hold with an offer, until ${formatMoment(expiresAt, timeZone)}. Release it in the inbox first.`
  }
  if (kind === 'import') return `“${who.calendar}” has ${formatSpan(from, to)}.`
  if (kind === 'booking') return `${who.guest} (${who.reference}) has ${formatSpan(from, to)}.`
  const until = expiresAt ? `, until ${timeInZone(expiresAt, timeZone)}` : ''
  return `A guest is booking ${formatSpan(from, to)} right now${until}.`
}

/** Checks a choice outside of a transaction: for a page that shows it. */
export async function checkChoice(
  services: Services,
  { choice, properties, moved }: { choice: StayChoice; properties: Property[]; moved?: Input['moved'] },
): Promise<CheckedStay> {
  const { property: slug, ...stay } = choice
  const problem = problemOfChoice(choice)
  const property = properties.find((one) => one.slug === slug)
  if (!property || !stay.checkIn || !stay.checkOut || problem) return { choice, check: null, problem }
  const checked = await checkStayByHand(services, services.db, { propertyId: property.id, stay, moved })
  if (!checked) return { choice, check: null, problem: null }
  const { pricing: _, ...check } = checked
  return { choice, check, problem: null }
}

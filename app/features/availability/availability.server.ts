import type { Price } from '#app/features/pricing/price.ts'
import { checkPromo } from '#app/features/pricing/promo-code.ts'
import { findEnteredPromo, findPromo } from '#app/features/pricing/promo-codes.server.ts'
import { priceOfNight } from '#app/features/pricing/rates.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { addDays, dateInZone, eachNight, hourInZone, type IsoDate, nightsBetween } from '#app/shared/dates.ts'
import type { Cents } from '#app/shared/money.ts'
import { partyOf, type Stay } from '#app/shared/stay.ts'
import { notFound, type StayRefusal } from '#app/shared/stay-refusal.ts'
import { isUuid } from '#app/shared/uuid.ts'
import type { BookingOptions, PropertyCalendar } from './availability.ts'
import { gapsOf, type Hole, holesBetween, withNeighbors } from './gaps.server.ts'
import {
  answerHoursOf,
  type BookableProperty,
  getPublishedRules,
  isPublished,
  listPropertyRules,
} from './property-rules.server.ts'
import {
  checkArrival,
  checkDates,
  checkParty,
  checkStay,
  datesTaken,
  type LocalTime,
  limitsOf,
  minimumStayOn,
  notAvailable,
} from './stay-rules.ts'
import { listTakenNights, listTakenSpans, nightsOf } from './taken-nights.server.ts'
import { LAST_ZONE, listUpcomingTaken, type UpcomingNights, upcomingNights } from './upcoming-nights.server.ts'

/** A published property: from the cache, or as a transaction sees it. */
async function getProperty(
  services: Services,
  { propertyId, ...nights }: { propertyId: string; from: IsoDate; to: IsoDate },
  tx?: Tx,
): Promise<BookableProperty | null> {
  if (!tx) return getPublishedRules(services, propertyId)
  if (!isUuid(propertyId)) return null
  const [property] = await listPropertyRules(tx, isPublished(propertyId), nights)
  return property ?? null
}

const isBookable = (property: BookableProperty) => property.isAvailable && property.rules.pricing.baseNightly !== null

/**
 * The nights `[from, to)` of a published property, with those of `holdId` as free; null if there is no such property.
 */
export async function getCalendar(
  services: Services,
  { propertyId, from, to, holdId }: { propertyId: string; from: IsoDate; to: IsoDate; holdId?: string },
): Promise<PropertyCalendar | null> {
  const { db } = services
  const now = services.clock.now()
  const property = await getProperty(services, { propertyId, from, to })
  if (!property) return null
  const { pricing } = property.rules
  const moment = localTimeIn(property.timeZone, now)
  // A hole may end after the nights that were asked for.
  const around = { from: addDays(from, -1), to: addDays(to, services.config.maxStayNights) }
  const spans = await listTakenSpans(db, { ...around, propertyIds: [propertyId] }, { now, holdId })
  const taken = nightsOf(spans, { from, to })
  const filled = new Map([...gapsOf(holesBetween(spans), pricing)].map(nightsOfGap))
  const nights = eachNight(from, to).map((date) => ({
    date,
    state: taken.has(date) ? ('taken' as const) : ('free' as const),
    minimumStay: filled.get(date) ?? minimumStayOn(pricing, date),
    arrival: checkArrival(property.rules, date, moment) === null,
    rate: priceOfNight(pricing, date),
  }))
  const { maxStayNights: maximumStay } = limitsOf(property.rules, services.config)
  return { propertyId, today: moment.today, bookable: isBookable(property), maximumStay, nights }
}

/** The first night of a gap, and how many it has. */
function nightsOfGap(key: string): [IsoDate, number] {
  const [checkIn = '', checkOut = ''] = key.split(' ')
  return [checkIn, nightsBetween(checkIn, checkOut)]
}

/**
 * The data with which the booking frame lets a guest choose, under the same rules as the server. Null if there is no
 * such property.
 */
export async function getBookingOptions(services: Services, propertyId: string): Promise<BookingOptions | null> {
  const { config } = services
  const { from, to } = upcomingNights(services)
  const property = await getProperty(services, { propertyId, from, to })
  if (!property) return null
  const limits = limitsOf(property.rules, config)
  const moment = localTimeIn(property.timeZone, services.clock.now())
  const { today } = moment
  const { taken, holes } = await listTaken(services, property.id)
  const lastDay = addDays(today, limits.bookingWindowDays + 1)
  const { pricing } = property.rules
  const shown = Object.entries(pricing.overrides).filter(([date]) => from <= date && date < to)
  return {
    propertyId,
    bookable: isBookable(property),
    rules: { ...property.rules, pricing: { ...pricing, overrides: Object.fromEntries(shown) } },
    limits,
    ...moment,
    lastDay,
    taken: taken.filter((date) => today <= date),
    gaps: [...gapsOf(holes, pricing)],
    answerHours: answerHoursOf(services),
  }
}

const listTaken = async (services: Services, propertyId: string): Promise<UpcomingNights> =>
  (await listUpcomingTaken(services, [propertyId])).get(propertyId) ?? { taken: [], holes: [] }

type StayCheck = StayRefusal | { ok: true; price: Price }
type PropertyStay = Stay & { propertyId: string; promoCode?: string }

/**
 * Whether a stay is available now, and its price. The nights of the caller's own `holdId` count as free. The answer is
 * only certain in a transaction that holds the locks of the property and of the promo code.
 */
export function checkAvailability(
  services: Services,
  { holdId, ...input }: PropertyStay & { holdId?: string },
  tx?: Tx,
): Promise<StayCheck> {
  const asking = { now: services.clock.now(), holdId }
  return checkPropertyStay(services, { ...input, ownHold: holdId }, tx, (nights) =>
    listTakenOf(tx ?? services.db, input.propertyId, nights, asking),
  )
}

/**
 * A first check without a lock: when many want the same nights, most are refused here and do not queue. Null does not
 * mean that the stay is available.
 */
export async function checkWithoutLock(
  services: Services,
  { propertyId, holdId, ...stay }: Stay & { propertyId: string; holdId?: string },
  db: Tx,
): Promise<StayRefusal | null> {
  const refusal = checkStayAnywhere(services, stay)
  if (refusal) return refusal
  const nights = { from: stay.checkIn, to: stay.checkOut }
  const taken = await listTakenNights(db, propertyId, nights, { now: services.clock.now(), holdId })
  return taken.size > 0 ? datesTaken() : null
}

type Nights = { from: IsoDate; to: IsoDate }
/** The taken nights of a stay, and the hole that it fills. */
type Taken = { taken: ReadonlySet<IsoDate>; holes: readonly Hole[] }

async function listTakenOf(
  db: Tx,
  propertyId: string,
  nights: Nights,
  asking: { now: Date; holdId?: string },
): Promise<Taken> {
  const spans = await listTakenSpans(db, { ...withNeighbors(nights), propertyIds: [propertyId] }, asking)
  return { taken: nightsOf(spans, nights), holes: holesBetween(spans) }
}

/** Like `checkAvailability`, but ignores who has the nights: the price if they were free. */
export function priceIfFree(services: Services, input: PropertyStay): Promise<StayCheck> {
  return checkPropertyStay(services, input, undefined, async (nights) => {
    const around = await listTakenOf(services.db, input.propertyId, nights, { now: services.clock.now() })
    return { ...around, taken: new Set() }
  })
}

/**
 * The price for the stay and code in the address of a property page. Both are shown before the booking card has loaded.
 * Like the card, it ignores a code that does not apply to these nights. Null if the stay is not available or the code
 * is invalid; the card then says why.
 */
export async function getStayTotal(
  services: Services,
  { typedCode, ...input }: Stay & { propertyId: string; typedCode: string | null },
): Promise<Cents | null> {
  const promo = await findEnteredPromo(services, { typed: typedCode, propertyId: input.propertyId })
  if (promo && !promo.promo) return null
  const isFor = promo?.promo && checkPromo(promo.promo, input) === null
  const promoCode = isFor ? promo.promo?.code : undefined
  const asked = { ...input, ...partyOf(input), promoCode }
  const check = await checkPropertyStay(services, asked, undefined, async () => {
    const { taken, holes } = await listTaken(services, input.propertyId)
    return { taken: new Set(taken), holes }
  })
  return check.ok ? check.price.total : null
}

type ListTaken = (nights: Nights) => Promise<Taken>

async function checkPropertyStay(
  services: Services,
  { propertyId, promoCode, ownHold, ...stay }: PropertyStay & { ownHold?: string },
  tx: Tx | undefined,
  listTakenAround: ListTaken,
): Promise<StayCheck> {
  const refusal = checkStayAnywhere(services, stay)
  // The last day depends on the property, which says it below.
  if (refusal && refusal.reason !== 'too-far') return refusal
  const nights = { from: stay.checkIn, to: stay.checkOut }
  const property = await getProperty(services, { propertyId, ...nights }, tx)
  if (!property) return notFound()
  if (!property.isAvailable) return notAvailable()
  const now = services.clock.now()
  const moment = localTimeIn(property.timeZone, now)
  const promoAsked = { propertyId, today: moment.today, now, ownHold }
  const found = promoCode ? await findPromo(services, tx ?? services.db, { code: promoCode, ...promoAsked }) : null
  const promo = found?.ok ? found.promo : null
  const { taken, holes } = await listTakenAround(nights)
  const gaps = gapsOf(holes, property.rules.pricing)
  const context = { ...moment, limits: services.config, taken, gaps, promo }
  const check = checkStay(property.rules, stay, context)
  if (!check.ok || !found) return check
  return (found.ok ? checkPromo(found.promo, stay) : found) ?? check
}

/** The time zone furthest ahead. */
const FIRST_ZONE = 'Etc/GMT-14'

/** Without capacity limits: any party may ask whether anything is free. */
const ANY_PROPERTY = {
  maxGuests: Number.POSITIVE_INFINITY,
  maxInfants: Number.POSITIVE_INFINITY,
  maxPets: Number.POSITIVE_INFINITY,
}

/** Why the dates are invalid in every zone, or the party in every property. */
export function checkStayAnywhere(
  { clock, config }: Pick<Services, 'clock' | 'config'>,
  stay: Stay,
): StayRefusal | null {
  const now = clock.now()
  const behind = checkDates(stay, dateInZone(now, LAST_ZONE), config)
  const dates = behind?.reason === 'too-far' ? checkDates(stay, dateInZone(now, FIRST_ZONE), config) : behind
  return dates ?? checkParty(ANY_PROPERTY, stay)
}

/** The last day on which a stay can begin in any of the properties, and its last check-out. */
export function lastDaysOf(
  { clock, config }: Pick<Services, 'clock' | 'config'>,
  properties: readonly BookableProperty[],
): { checkIn: IsoDate; checkOut: IsoDate } {
  const now = clock.now()
  const days = properties.map(({ rules, timeZone }) =>
    addDays(dateInZone(now, timeZone), limitsOf(rules, config).bookingWindowDays),
  )
  const checkIn = days.sort().at(-1) ?? addDays(dateInZone(now, LAST_ZONE), config.bookingWindowDays)
  return { checkIn, checkOut: addDays(checkIn, config.maxStayNights) }
}

/** The local date and hour at a property. */
export function localTimeIn(timeZone: string, now: Date): LocalTime {
  return { today: dateInZone(now, timeZone), hour: hourInZone(now, timeZone) }
}

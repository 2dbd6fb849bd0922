import type { Services } from '#app/platform/services.server.ts'
import { formatSpan, type IsoDate } from '#app/shared/dates.ts'
import { formatAmount } from '#app/shared/money.ts'
import { partyOf, type Stay, stayToQuery } from '#app/shared/stay.ts'
import { localTimeIn } from './availability.server.ts'
import {
  findNearestOpen,
  findNextOpen,
  firstOffered,
  type NextOpen,
  type OpenContext,
  type OpenStay,
  openDates,
  type UnavailableStay,
} from './next-open.ts'
import { answerHoursOf, type BookableProperty, getPublishedRules, listPublishedRules } from './property-rules.server.ts'
import { checkParty, checkStay } from './stay-rules.ts'
import { listUpcomingTaken, takenNightsOf } from './upcoming-nights.server.ts'

/** A page lists more properties only on very large sites, and their rows go without. */
const MOST_LISTED = 60

const COUPLE = { adults: 2, children: 0, infants: 0, pets: 0 }

/** The next open stays of the listed properties by id, from the cache. Empty if another provider takes the bookings. */
export async function listNextOpen(
  services: Services,
  listed: readonly { id: string }[],
): Promise<Map<string, NextOpen>> {
  if (services.config.bookingProvider.name !== 'built-in' || listed.length === 0) return new Map()
  const shown = new Set(listed.slice(0, MOST_LISTED).map(({ id }) => id))
  const rules = await listPublishedRules(services)
  return calculateNextOpen(
    services,
    rules.filter(({ id }) => shown.has(id)),
  )
}

/** The next open stay of a published property, from the cache; null if there is no such property. */
export async function getNextOpen(services: Services, propertyId: string): Promise<NextOpen | null> {
  if (services.config.bookingProvider.name !== 'built-in') return null
  const property = await getPublishedRules(services, propertyId)
  return property && ((await calculateNextOpen(services, [property])).get(property.id) ?? null)
}

async function calculateNextOpen(services: Services, properties: BookableProperty[]): Promise<Map<string, NextOpen>> {
  const now = services.clock.now()
  const ids = properties.map(({ id }) => id)
  const upcoming = await listUpcomingTaken(services, ids)
  const found = properties.map(async (property): Promise<[string, NextOpen]> => {
    const moment = localTimeIn(property.timeZone, now)
    const answerHours = answerHoursOf(services)
    const context = { ...moment, limits: services.config, ...takenNightsOf(property, upcoming), answerHours }
    const key = `next open ${property.id} ${moment.today} ${firstOffered(property.rules, context)}`
    const read = async () => nextOpenOf(property, context)
    return [property.id, await services.cache.read(key, read, { dependsOn: 'nights' })]
  })
  return new Map(await Promise.all(found))
}

function nextOpenOf({ isAvailable, rules }: BookableProperty, context: OpenContext): NextOpen {
  if (!isAvailable || rules.pricing.baseNightly === null) return { dates: null, words: 'Dates and price on request' }
  const party = { ...COUPLE, adults: Math.min(COUPLE.adults, rules.maxGuests) }
  const open = findNextOpen(rules, { party, from: null, nights: null }, context)
  if (!open) return { dates: null, words: 'No open dates at the moment' }
  return shownStay(open, context.today)
}

const shownStay = ({ stay, total }: OpenStay, today: IsoDate) => ({
  dates: openDates(stay, today),
  total: formatAmount(total),
  cents: total,
  query: stayToQuery(stay),
})

/**
 * Why a stay cannot be booked in a published property, and the nearest ones that can. Null if it can be, or if it is
 * unknown.
 */
export async function getUnavailableStay(
  services: Services,
  { propertyId, ...given }: Stay & { propertyId: string },
): Promise<UnavailableStay | null> {
  if (services.config.bookingProvider.name !== 'built-in') return null
  const property = await getPublishedRules(services, propertyId)
  if (!property?.isAvailable || property.rules.pricing.baseNightly === null) return null
  const taken = takenNightsOf(property, await listUpcomingTaken(services, [property.id]))
  const moment = localTimeIn(property.timeZone, services.clock.now())
  const context = { ...moment, limits: services.config, ...taken, promo: null, answerHours: answerHoursOf(services) }
  const stay = { ...given, ...partyOf(given) }
  const check = checkStay(property.rules, stay, context)
  if (check.ok) return null
  const nearest = stay.checkIn < stay.checkOut ? findNearestOpen(property.rules, stay, context) : []
  // Other dates would not help a party that is too large.
  const party = checkParty(property.rules, stay)
  return {
    words: party?.message ?? `${formatSpan(stay.checkIn, stay.checkOut)} can’t be booked. ${check.message}`,
    brief: party?.message.replace(/\..*/s, '') ?? 'Your dates can’t be booked',
    nearest: nearest.map((open) => shownStay(open, moment.today)),
  }
}

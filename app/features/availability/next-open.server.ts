import type { Services } from '#app/platform/services.server.ts'
import type { IsoDate } from '#app/shared/dates.ts'
import { formatAmount } from '#app/shared/money.ts'
import { stayToQuery } from '#app/shared/stay.ts'
import { localTimeIn } from './availability.server.ts'
import { findNextOpen, type NextOpen, openDates } from './next-open.ts'
import { type BookableProperty, getPublishedRules, listPublishedRules } from './property-rules.server.ts'
import { firstArrival, type StayContext } from './stay-rules.ts'
import { listUpcomingTaken } from './upcoming-nights.server.ts'

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
  return readNextOpen(
    services,
    rules.filter(({ id }) => shown.has(id)),
  )
}

/** The next open stay of a published property, from the cache; null if there is no such property. */
export async function getNextOpen(services: Services, propertyId: string): Promise<NextOpen | null> {
  if (services.config.bookingProvider.name !== 'built-in') return null
  const property = await getPublishedRules(services, propertyId)
  return property && ((await readNextOpen(services, [property])).get(property.id) ?? null)
}

async function readNextOpen(services: Services, properties: BookableProperty[]): Promise<Map<string, NextOpen>> {
  const now = services.clock.now()
  const ids = properties.map(({ id }) => id)
  const taken = await listUpcomingTaken(services, ids)
  const found = properties.map(async (property): Promise<[string, NextOpen]> => {
    const moment = localTimeIn(property.timeZone, now)
    const context = { ...moment, limits: services.config, taken: new Set(taken.get(property.id)) }
    // Both change at the property's midnight, and the first arrival at the hour until which its notice counts today.
    const key = `next open ${property.id} ${moment.today} ${firstArrival(property.rules, moment)}`
    const read = async () => nextOpenOf(property, context)
    return [property.id, await services.cache.read(key, read, { dependsOn: 'nights' })]
  })
  return new Map(await Promise.all(found))
}

function nextOpenOf(
  { isAvailable, rules }: BookableProperty,
  context: StayContext & { taken: ReadonlySet<IsoDate> },
): NextOpen {
  if (!isAvailable || rules.pricing.baseNightly === null) return { dates: null, words: 'Dates and price on request' }
  const party = { ...COUPLE, adults: Math.min(COUPLE.adults, rules.maxGuests) }
  const open = findNextOpen(rules, { party }, context)
  if (!open) return { dates: null, words: 'No open dates at the moment' }
  const { stay, total } = open
  return { dates: openDates(stay, context.today), total: formatAmount(total), cents: total, query: stayToQuery(stay) }
}

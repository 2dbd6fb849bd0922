import type { Price } from '#app/features/pricing/price.ts'
import type { Services } from '#app/platform/services.server.ts'
import type { IsoDate } from '#app/shared/dates.ts'
import { partyOf, type Stay } from '#app/shared/stay.ts'
import type { StayReason } from '#app/shared/stay-refusal.ts'
import { countOf } from '#app/shared/words.ts'
import { checkStayAnywhere, localTimeIn } from './availability.server.ts'
import { gapsOf, type Hole, holesBetween, withNeighbors } from './gaps.server.ts'
import { type BookableProperty, listPublishedRules } from './property-rules.server.ts'
import { checkStay, minimumStayOn, type PropertyRules } from './stay-rules.ts'
import { listTakenForSearch, nightsOf } from './taken-nights.server.ts'
import { listUpcomingTaken } from './upcoming-nights.server.ts'

/**
 * Whether a property can be booked for a stay. It is its price, or why not in a few words, such as `booked` or `sleeps
 * 8`.
 */
export type StayOffer = { price: Price } | { price: null; words: string }

/**
 * The offers of all published properties for one stay, by property id; of the listed ones with `listed`. At most one
 * statement reads the taken nights. Empty if the stay is invalid everywhere, or if another provider takes the bookings.
 */
export async function listStayOffers(
  services: Services,
  stay: Stay | null,
  listed?: readonly { id: string }[],
): Promise<Map<string, StayOffer>> {
  const { clock, config } = services
  if (!stay || config.bookingProvider.name !== 'built-in') return new Map()
  const asked = { ...stay, ...partyOf(stay) }
  if (checkStayAnywhere(services, asked)) return new Map()
  const ids = listed && new Set(listed.map(({ id }) => id))
  const rules = (await listPublishedRules(services)).filter(({ id }) => !ids || ids.has(id))
  const now = clock.now()
  const nights = { from: stay.checkIn, to: stay.checkOut }
  const around = await listAround(services, nights, ids && [...ids])
  return new Map(
    rules.map((property) => {
      const context = { ...localTimeIn(property.timeZone, now), limits: config }
      const { taken, holes } = around(property.id)
      const gaps = gapsOf(holes, property.rules.pricing)
      return [property.id, offerOf(property, asked, { ...context, taken, gaps })]
    }),
  )
}

/** Up to this many properties, all upcoming nights are cached; beyond, only the nights of the stay are loaded. */
const FEW = 20

/** The taken nights of a stay, and the hole that it fills. */
async function listAround(
  services: Services,
  nights: { from: IsoDate; to: IsoDate },
  propertyIds?: string[],
): Promise<(propertyId: string) => { taken: ReadonlySet<IsoDate>; holes: readonly Hole[] }> {
  if (propertyIds && propertyIds.length <= FEW) {
    const upcoming = await listUpcomingTaken(services, propertyIds)
    return (id) => {
      const { taken, holes } = upcoming.get(id) ?? { taken: [], holes: [] }
      return { taken: new Set(taken.filter((date) => nights.from <= date && date < nights.to)), holes }
    }
  }
  const asking = { now: services.clock.now() }
  const spans = await listTakenForSearch(
    services,
    { ...withNeighbors(nights), ...(propertyIds && { propertyIds }) },
    asking,
  )
  const byProperty = Map.groupBy(spans, ({ propertyId }) => propertyId)
  return (id) => {
    const own = byProperty.get(id) ?? []
    return { taken: nightsOf(own, nights), holes: holesBetween(own) }
  }
}

function offerOf(
  { isAvailable, rules }: BookableProperty,
  stay: Stay,
  context: Parameters<typeof checkStay>[2],
): StayOffer {
  if (!isAvailable) return { price: null, words: 'dates on request' }
  const check = checkStay(rules, stay, context)
  if (check.ok) return { price: check.price }
  // A guest who reads the minimum first would choose more of the same booked nights.
  const isFirst = PARTY_REASONS.has(check.reason)
  const reason = !isFirst && context.taken && context.taken.size > 0 ? 'dates-taken' : check.reason
  return { price: null, words: wordsOf(reason, rules, stay) ?? check.message.replace(/\.$/, '') }
}

const PARTY_REASONS = new Set<StayReason>(['too-many-guests', 'too-many-infants', 'too-many-pets'])

/** A refusal in a few words; null if only its message names the reason. */
export function wordsOf(reason: StayReason, rules: PropertyRules, stay: Stay): string | null {
  const atMost = (count: number, one: string) => (count === 0 ? `no ${one}s` : `up to ${countOf(count, one)}`)
  const words: Partial<Record<StayReason, () => string>> = {
    'too-many-guests': () => `sleeps ${rules.maxGuests}`,
    'too-many-infants': () => atMost(rules.maxInfants, 'infant'),
    'too-many-pets': () => atMost(rules.maxPets, 'pet'),
    'dates-taken': () => 'booked',
    'too-long': () => `${rules.pricing.maximumStay}-night maximum`,
    'below-minimum': () => `${minimumStayOn(rules.pricing, stay.checkIn)}-night minimum`,
    'no-rates': () => 'price on request',
  }
  return words[reason]?.() ?? null
}

import { and } from 'drizzle-orm'
import { checkStayAnywhere } from '#app/features/availability/check-anywhere.server.ts'
import { isFree } from '#app/features/availability/taken-nights.server.ts'
import type { Price } from '#app/features/pricing/price.ts'
import { countBeds, listPropertyCards } from '#app/features/properties/properties.server.ts'
import { properties } from '#app/platform/db/schema.server.ts'
import { limitVisitor } from '#app/platform/rate-limits/visitor.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import type { Refusal } from '#app/shared/stay-refusal.ts'
import { findAlternatives, type NearStay } from './alternatives.server.ts'
import { type PricedProperty, priceProperties } from './check-properties.server.ts'
import { findCombinations, type PricedCombination } from './combinations.server.ts'
import { conditionsOf, isOffered, isWithin, takes } from './filter-conditions.server.ts'
import { listHidden } from './hidden-by-filters.server.ts'
import { findPartyLimit } from './party-limit.server.ts'
import type { AvailableProperty, PropertySearch, SearchAnswer } from './search.ts'
import { writeCursor } from './search-input.server.ts'
import { sortProperties } from './sort-properties.server.ts'

const A_PAGE = 50
/** When nothing is free, other dates are looked for so many days around, asked for or not. */
const FLEXIBLE_UNASKED = 7

/** The page that begins after the home that was shown last; where that is gone, the others have moved up by one. */
function pageOf(
  homes: PricedProperty[],
  cursor: PropertySearch['cursor'],
): { page: PricedProperty[]; nextCursor?: string } {
  const last = homes.findIndex(({ propertyId }) => propertyId === cursor?.last)
  const gone = Math.max(0, (cursor?.shown ?? 0) - (cursor ? 1 : 0))
  const start = last < 0 ? gone : last + 1
  const page = homes.slice(start, start + A_PAGE)
  const shown = start + page.length
  const end = page.at(-1)
  return { page, ...(end && shown < homes.length && { nextCursor: writeCursor({ shown, last: end.propertyId }) }) }
}

function totalsOf(homes: PricedProperty[]): SearchAnswer['totals'] {
  if (homes.length === 0) return null
  const totals = homes.map(({ price }) => price.total)
  return {
    least: totals.reduce((least, total) => Math.min(least, total)),
    most: totals.reduce((most, total) => Math.max(most, total)),
  }
}

/**
 * The homes that are free for a stay and are as was wished, with their all-in prices. The database leaves out what does not fit
 * before any price is worked out. When nothing is left the answer says what else can be had. Throws `RateLimitError`.
 */
export async function searchProperties(
  services: Services,
  search: PropertySearch,
): Promise<Refusal | ({ ok: true } & SearchAnswer)> {
  const refusal = checkStayAnywhere(services, search)
  if (refusal) return refusal
  await limitVisitor(services, 'availability')
  const nights = { from: search.checkIn, to: search.checkOut }
  const freeThen = isFree(properties.id, nights, { now: services.clock.now(), holdId: search.holdId })
  const { bedrooms, ...perHome } = conditionsOf(search)
  const wished = Object.values(perHome)
  const offered = and(isOffered, takes(search), bedrooms, ...wished)

  const possible = await priceProperties(services, and(offered, freeThen), search)
  const found = await sortProperties(
    services,
    possible.filter(({ price }) => isWithin(search, price.total)),
    search.sort,
  )
  const { page, nextCursor } = pageOf(found, search.cursor)
  const nothing = found.length === 0
  const days = Math.max(search.flexible ?? 0, nothing ? FLEXIBLE_UNASKED : 0)
  const ids = found.map(({ propertyId }) => propertyId)
  const near =
    search.cursor || days === 0 ? [] : await findAlternatives(services, { where: offered, search, days, found: ids })
  const combined = nothing
    ? await findCombinations(services, { where: and(isOffered, ...wished, freeThen), search })
    : []
  const hidden = nothing
    ? await listHidden(services, {
        free: and(isOffered, takes(search), freeThen),
        stay: search,
        filters: search,
        tooDear: possible.length,
      })
    : []
  const rest = [near, combined, hidden].every((others) => others.length === 0)
  const limit = nothing && rest ? await findPartyLimit(services, search) : null
  return {
    ok: true,
    count: found.length,
    hidden,
    ...(limit && { limit }),
    totals: totalsOf(possible),
    ...(await withCards(services, { page, near, combined })),
    ...(nextCursor && { nextCursor }),
  }
}

/** The cards of all that is told, by one look-up. */
async function withCards(
  services: Services,
  { page, near, combined }: { page: PricedProperty[]; near: NearStay[]; combined: PricedCombination[] },
): Promise<Pick<SearchAnswer, 'homes' | 'alternatives' | 'combinations'>> {
  const together = combined.flatMap(({ shares }) => shares)
  const ids = [...page, ...near, ...together].map(({ propertyId }) => propertyId)
  const cards = new Map(
    (ids.length > 0 ? await listPropertyCards(services, ids) : []).map(({ badge: _, ...card }) => [card.id, card]),
  )
  const beds = await countBeds(
    services,
    together.map(({ propertyId }) => propertyId),
  )
  const shown = ({ propertyId, price }: { propertyId: string; price: Price }): AvailableProperty[] => {
    const card = cards.get(propertyId)
    return card ? [{ ...card, ...price }] : []
  }
  return {
    homes: page.flatMap(shown),
    alternatives: near.flatMap((stay) =>
      shown(stay).map((home) => ({ ...home, checkIn: stay.from, checkOut: stay.to })),
    ),
    combinations: combined.map(({ shares, location, miles, bedrooms, total }) => {
      const homes = shares.flatMap((share) => shown(share).map((home) => ({ ...home, party: share.party })))
      return {
        location,
        miles,
        bedrooms,
        total,
        nights: homes[0]?.nights ?? 0,
        maxGuests: homes.reduce((sum, home) => sum + home.maxGuests, 0),
        beds: shares.reduce((sum, { propertyId }) => sum + (beds.get(propertyId) ?? 0), 0),
        homes,
      }
    }),
  }
}

import { and } from 'drizzle-orm'
import { checkStayAnywhere } from '#app/features/availability/availability.server.ts'
import { isFree } from '#app/features/availability/taken-nights.server.ts'
import type { Price } from '#app/features/pricing/price.ts'
import { countBeds, listPropertyCards } from '#app/features/properties/properties.server.ts'
import { properties } from '#app/platform/db/schema.server.ts'
import { limitVisitor } from '#app/platform/rate-limits/visitor.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import type { Refusal } from '#app/shared/stay-refusal.ts'
import { findAlternatives, type NearStay } from './alternatives.server.ts'
import { findCombinations, type PricedCombination } from './combinations.server.ts'
import { findPartyLimit, listHidden } from './explain-no-results.server.ts'
import {
  conditionsOf,
  hasRoomFor,
  isOffered,
  isWithin,
  type PricedProperty,
  priceProperties,
  sortProperties,
} from './find-properties.server.ts'
import type { AvailableProperty, PropertySearch, SearchAnswer } from './search.ts'
import { writeCursor } from './search-query.server.ts'

const PAGE_SIZE = 50
/** How many days around are searched if nothing is free, whether or not `flexible` is set. */
const FLEXIBLE_DEFAULT = 7

/** The page after the last shown property; if that is gone, the others have moved up by one. */
function pageOf(
  found: PricedProperty[],
  cursor: PropertySearch['cursor'],
): { page: PricedProperty[]; nextCursor?: string } {
  const last = found.findIndex(({ propertyId }) => propertyId === cursor?.last)
  const gone = Math.max(0, (cursor?.shown ?? 0) - (cursor ? 1 : 0))
  const start = last < 0 ? gone : last + 1
  const page = found.slice(start, start + PAGE_SIZE)
  const shown = start + page.length
  const end = page.at(-1)
  return { page, ...(end && shown < found.length && { nextCursor: writeCursor({ shown, last: end.propertyId }) }) }
}

function totalsOf(found: PricedProperty[]): SearchAnswer['totals'] {
  if (found.length === 0) return null
  const totals = found.map(({ price }) => price.total)
  return {
    least: totals.reduce((least, total) => Math.min(least, total)),
    most: totals.reduce((most, total) => Math.max(most, total)),
  }
}

/**
 * The properties that are free for a stay and match the filters, with all-in prices. The database filters as much as it can
 * before prices are computed. Without results, the answer has alternatives. Throws `RateLimitError`.
 */
export async function searchProperties(
  services: Services,
  search: PropertySearch,
): Promise<Refusal | ({ ok: true } & SearchAnswer)> {
  const refusal = checkStayAnywhere(services, search)
  if (refusal) return refusal
  await limitVisitor(services, 'availability')
  const nights = { from: search.checkIn, to: search.checkOut }
  const isFreeThen = isFree(properties.id, nights, { now: services.clock.now(), holdId: search.holdId })
  const { bedrooms, ...otherFilters } = conditionsOf(search)
  const filters = Object.values(otherFilters)
  const offered = and(isOffered, hasRoomFor(search), bedrooms, ...filters)

  const possible = await priceProperties(services, and(offered, isFreeThen), search)
  const found = await sortProperties(
    services,
    possible.filter(({ price }) => isWithin(search, price.total)),
    search.sort,
  )
  const { page, nextCursor } = pageOf(found, search.cursor)
  const nothing = found.length === 0
  const days = Math.max(search.flexible ?? 0, nothing ? FLEXIBLE_DEFAULT : 0)
  const ids = found.map(({ propertyId }) => propertyId)
  const near =
    search.cursor || days === 0 ? [] : await findAlternatives(services, { where: offered, search, days, found: ids })
  const combined = nothing
    ? await findCombinations(services, { where: and(isOffered, ...filters, isFreeThen), search })
    : []
  const hidden = nothing
    ? await listHidden(services, {
        free: and(isOffered, hasRoomFor(search), isFreeThen),
        stay: search,
        filters: search,
        tooExpensive: possible.length,
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

/** Adds the property cards, in one query. */
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
      shown(stay).map((property) => ({ ...property, checkIn: stay.from, checkOut: stay.to })),
    ),
    combinations: combined.map(({ shares, location, miles, bedrooms, total }) => {
      const homes = shares.flatMap((share) => shown(share).map((property) => ({ ...property, party: share.party })))
      return {
        location,
        miles,
        bedrooms,
        total,
        nights: homes[0]?.nights ?? 0,
        maxGuests: homes.reduce((sum, property) => sum + property.maxGuests, 0),
        beds: shares.reduce((sum, { propertyId }) => sum + (beds.get(propertyId) ?? 0), 0),
        homes,
      }
    }),
  }
}

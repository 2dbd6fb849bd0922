import { and, count, max } from 'drizzle-orm'
import { checkStayAnywhere, isFree } from '#app/features/availability/availability.server.ts'
import type { Price } from '#app/features/pricing/price.ts'
import { countBeds, listPropertyCards } from '#app/features/properties/properties.server.ts'
import { properties } from '#app/platform/db/schema.server.ts'
import { limitVisitor } from '#app/platform/rate-limits/visitor.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { draftFromQuery, type Stay, stayToQuery } from '#app/shared/stay.ts'
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
import {
  type AvailableProperty,
  FILTER_PARAMS,
  filterParamsOf,
  OTHER_NAMES,
  type PropertySearch,
  type QueryFields,
  type ResultsView,
  type SearchAnswer,
  type SearchChoices,
} from './search.ts'
import { readSearch, writeCursor } from './search-query.server.ts'

/** The results of the search in the address. */
export async function loadResults(services: Services, query: URLSearchParams): Promise<ResultsView> {
  if (!query.get('checkin') && !query.get('checkout')) {
    return { state: 'no-dates', properties: await listPropertyCards(services) }
  }
  const read = readSearch(query)
  if (!read.ok) {
    return { state: 'refused', message: read.message, ...(!read.isStayInvalid && { plain: withoutFilters(query) }) }
  }
  const { stay, options } = read
  const answer = await searchProperties(services, { ...stay, ...options })
  if (!answer.ok) return { state: 'refused', message: answer.message }
  const choices = await listSearchChoices(services)
  const address = searchAddress(query, stay, filterParamsOf(query))
  return { state: 'found', query: address, stay, options, answer, choices }
}

/** The query of the results' links. Foreign parameters stay, such as `page_id=12` of the embedding page. */
function searchAddress(query: URLSearchParams, stay: Stay, filters: QueryFields): string {
  const address = new URLSearchParams([...new URLSearchParams(stayToQuery(stay)), ...filters])
  const ours = new Set<string>([...address.keys(), ...FILTER_PARAMS, ...Object.values(OTHER_NAMES), 'cursor'])
  for (const [name, value] of query) if (!ours.has(name)) address.append(name, value)
  return address.toString()
}

function withoutFilters(query: URLSearchParams): string {
  const { checkIn, checkOut, ...party } = draftFromQuery(query)
  return searchAddress(query, { checkIn: checkIn ?? '', checkOut: checkOut ?? '', ...party }, [])
}

/** The choices of the filter form, from the properties that can be booked. */
async function listSearchChoices({ db }: Pick<Services, 'db'>): Promise<SearchChoices> {
  const { location, propertyType, bedrooms } = properties
  const rows = await db
    .select({ location, propertyType, bedrooms: max(bedrooms), properties: count() })
    .from(properties)
    .where(isOffered)
    .groupBy(location, propertyType)
  const distinct = (texts: string[]) => [...new Set(texts)].sort()
  return {
    properties: rows.reduce((sum, row) => sum + row.properties, 0),
    locations: distinct(rows.map((row) => row.location)),
    propertyTypes: distinct(rows.map((row) => row.propertyType)),
    bedrooms: Math.max(0, ...rows.map((row) => row.bedrooms ?? 0)),
  }
}

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

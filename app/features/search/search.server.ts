import { checkStayAnywhere, lastDaysOf } from '#app/features/availability/availability.server.ts'
import { listNextOpen } from '#app/features/availability/next-open.server.ts'
import type { Price } from '#app/features/pricing/price.ts'
import { FEATURE_WORDS } from '#app/features/properties/fact-features.ts'
import { countBeds, getCardsById, listPropertyCards } from '#app/features/properties/properties.server.ts'
import { limitVisitor } from '#app/platform/rate-limits/visitor.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { draftFromQuery, type Stay, stayToQuery } from '#app/shared/stay.ts'
import { type StayRefusal, tooFar } from '#app/shared/stay-refusal.ts'
import { findAlternatives, type NearStay } from './alternatives.server.ts'
import { findCombinations, type PricedCombination } from './combinations.server.ts'
import { findPartyLimit, listHidden } from './explain-no-results.server.ts'
import {
  bookableIn,
  type FoundProperty,
  findAround,
  hasRoomFor,
  isWithin,
  listOffered,
  type OfferedProperty,
  sortProperties,
  stayPricer,
  unmetFilters,
} from './find-properties.server.ts'
import { listMissing } from './missing-properties.server.ts'
import {
  type AvailableProperty,
  FILTER_PARAMS,
  filterParamsOf,
  type LastDays,
  OTHER_NAMES,
  type PropertySearch,
  placesOf,
  type QueryFields,
  type ResultsView,
  type SearchAnswer,
  type SearchChoices,
} from './search.ts'
import { parseSearch, writeCursor } from './search-query.server.ts'

/** The results of the search in the address. */
export async function loadResults(services: Services, query: URLSearchParams): Promise<ResultsView> {
  if (!query.get('checkin') && !query.get('checkout')) {
    return { state: 'no-dates', ...(await listWithNextOpen(services)) }
  }
  const read = parseSearch(query)
  if (!read.ok) {
    return { state: 'refused', message: read.message, ...(!read.isStayInvalid && { plain: withoutFilters(query) }) }
  }
  const { stay, options } = read
  const answer = await searchProperties(services, { ...stay, ...options })
  if (!answer.ok) return { state: 'refused', message: answer.message }
  const choices = await listSearchChoices(services)
  const shown = new Set([...answer.properties, ...answer.alternatives].map(({ id }) => id))
  const missing = await listMissing(services, { stay, options }, shown)
  const address = searchAddress(query, stay, filterParamsOf(query))
  return { state: 'found', query: address, stay, options, answer, choices, missing }
}

/** Every property and its next open stay. */
async function listWithNextOpen(services: Services) {
  const properties = await listPropertyCards(services)
  return { properties, nextOpen: await listNextOpen(services, properties) }
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

/** The places to search: those of the properties that can be booked. */
export async function listPlaces(services: Services): Promise<string[]> {
  return placesOf((await listOffered(services)).map(({ location }) => location))
}

/** The last days on which a stay can begin and end in any property. */
export async function getLastDays(services: Services): Promise<LastDays> {
  return lastDaysOf(services, await listOffered(services))
}

/** The choices of the filter form, from the properties that can be booked. */
async function listSearchChoices(services: Services): Promise<SearchChoices> {
  const offered = await listOffered(services)
  const distinct = (texts: string[]) => [...new Set(texts)].sort()
  return {
    properties: offered.length,
    propertyTypes: distinct(offered.map(({ propertyType }) => propertyType)),
    bedrooms: Math.max(0, ...offered.map(({ bedrooms }) => bedrooms)),
    features: Object.values(FEATURE_WORDS).filter((words) => offered.some(({ features }) => features.includes(words))),
  }
}

const PAGE_SIZE = 50
/** How many days around are searched if nothing is free, whether or not `flexible` is set. */
const FLEXIBLE_DEFAULT = 7

/** The page after the last shown property; if that is gone, the others have moved up by one. */
function pageOf(
  found: FoundProperty[],
  cursor: PropertySearch['cursor'],
): { page: OfferedProperty[]; nextCursor?: string } {
  const last = cursor ? found.findIndex(({ property }) => property.id === cursor.last) : -1
  const gone = Math.max(0, (cursor?.shown ?? 0) - (cursor ? 1 : 0))
  const start = last < 0 ? gone : last + 1
  const page = found.slice(start, start + PAGE_SIZE).map(({ property }) => property)
  const shown = start + page.length
  const end = page.at(-1)
  return { page, ...(end && shown < found.length && { nextCursor: writeCursor({ shown, last: end.id }) }) }
}

function totalsOf([first, ...others]: FoundProperty[]): SearchAnswer['totals'] {
  if (!first) return null
  const totals = { least: first.total, most: first.total }
  for (const { total } of others) {
    totals.least = Math.min(totals.least, total)
    totals.most = Math.max(totals.most, total)
  }
  return totals
}

/**
 * The properties that are free for a stay and match the filters, with all-in prices. Rules and rates come from the
 * cache, and the database says which nights are taken. Without results, the answer has alternatives. Throws
 * `RateLimitError`.
 */
export async function searchProperties(
  services: Services,
  search: PropertySearch,
): Promise<StayRefusal | ({ ok: true } & SearchAnswer)> {
  const refusal = checkStayAnywhere(services, search)
  if (refusal) return refusal.reason === 'too-far' ? tooFar((await getLastDays(services)).checkIn) : refusal
  await limitVisitor(services, 'availability')
  const offered = await listOffered(services)
  const { isFree, gapsIn } = await findAround(services, search)
  const isMatch = (property: OfferedProperty) => unmetFilters(property, search).length === 0
  const withRoom = offered.filter((property) => hasRoomFor(property, search))

  const matches = withRoom.filter(isMatch)
  const listBookable = await bookableIn(services, offered, search, gapsIn)
  const possible = listBookable(matches.filter(isFree))
  const found = await sortProperties(
    services,
    possible.filter(({ total }) => isWithin(search, total)),
    search.sort,
  )
  const { page, nextCursor } = pageOf(found, search.cursor)
  const { priceIn } = stayPricer(services, gapsIn)
  const priced = page.flatMap((property) => {
    const price = priceIn(property, search)
    return price ? [{ property, price }] : []
  })
  const nothing = found.length === 0
  const days = Math.max(search.flexible ?? 0, nothing ? FLEXIBLE_DEFAULT : 0)
  const shown = new Set(found.map(({ property }) => property))
  const near =
    search.cursor || days === 0
      ? []
      : await findAlternatives(
          services,
          matches.filter((property) => !shown.has(property)),
          { search, days },
        )
  // Together several may have the bedrooms that one has not.
  const anyBedrooms = { ...search, bedrooms: undefined }
  const combined = nothing
    ? findCombinations(
        services,
        offered.filter((property) => isFree(property) && unmetFilters(property, anyBedrooms).length === 0),
        { search, gapsIn },
      )
    : []
  const hidden = nothing
    ? listHidden(listBookable, { free: withRoom.filter(isFree), search, tooExpensive: possible.length })
    : []
  const rest = [near, combined, hidden].every((others) => others.length === 0)
  const limit = nothing && rest ? findPartyLimit(offered, search) : null
  return {
    ok: true,
    count: found.length,
    hidden,
    ...(limit && { limit }),
    totals: totalsOf(possible),
    ...(await withCards(services, { page: priced, near, combined })),
    ...(nextCursor && { nextCursor }),
  }
}

type Priced = { property: OfferedProperty; price: Price }

/** Adds the property cards. */
async function withCards(
  services: Services,
  { page, near, combined }: { page: Priced[]; near: NearStay[]; combined: PricedCombination[] },
): Promise<Pick<SearchAnswer, 'properties' | 'alternatives' | 'combinations'>> {
  const [cards, beds] = await Promise.all([getCardsById(services), countBeds(services)])
  const shown = ({ property, price }: Priced): AvailableProperty[] => {
    const { badge: _, ...card } = cards.get(property.id) ?? {}
    return 'id' in card ? [{ ...card, ...price }] : []
  }
  return {
    properties: page.flatMap(shown),
    alternatives: near.flatMap((stay) =>
      shown(stay).map((property) => ({ ...property, checkIn: stay.from, checkOut: stay.to })),
    ),
    combinations: combined.map(({ shares, location, miles, bedrooms, total }) => {
      const properties = shares.flatMap((share) =>
        shown(share).map((property) => ({ ...property, party: share.party })),
      )
      return {
        location,
        miles,
        bedrooms,
        total,
        nights: properties[0]?.nights ?? 0,
        maxGuests: properties.reduce((sum, property) => sum + property.maxGuests, 0),
        beds: shares.reduce((sum, { property }) => sum + (beds.get(property.id) ?? 0), 0),
        properties,
      }
    }),
  }
}

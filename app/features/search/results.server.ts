import { count, max } from 'drizzle-orm'
import { listPropertyCards } from '#app/features/properties/properties.server.ts'
import { properties } from '#app/platform/db/schema.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { draftFromQuery, type Stay, stayToQuery } from '#app/shared/stay.ts'
import { isOffered } from './find-properties.server.ts'
import { searchProperties } from './search.server.ts'
import type { ResultsView, SearchChoices } from './search.ts'
import { readSearch } from './search-query.server.ts'
import { FILTER_PARAMS, filterParamsOf, OTHER_NAMES, type QueryFields } from './search-query.ts'

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

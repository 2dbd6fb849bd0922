import { listPropertyCards } from '#app/features/properties/properties.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { draftFromQuery, type Stay, stayToQuery } from '#app/shared/stay.ts'
import { FILTER_PARAMS, filterParamsOf, OTHER_NAMES, type QueryFields, type ResultsView } from './results.ts'
import { searchProperties } from './search.server.ts'
import { listSearchChoices } from './search-choices.server.ts'
import { readSearch } from './search-input.server.ts'

/** What the results' links say of the search; what is in the address for another's sake (`page_id=12` of the page that holds them) stays. */
function searchAddress(query: URLSearchParams, stay: Stay, wishes: QueryFields): string {
  const address = new URLSearchParams([...new URLSearchParams(stayToQuery(stay)), ...wishes])
  const ours = new Set<string>([...address.keys(), ...FILTER_PARAMS, ...Object.values(OTHER_NAMES), 'cursor'])
  for (const [name, value] of query) if (!ours.has(name)) address.append(name, value)
  return address.toString()
}

/** The search in an address without its wishes. */
function plainOf(query: URLSearchParams): string {
  const { checkIn, checkOut, ...party } = draftFromQuery(query)
  return searchAddress(query, { checkIn: checkIn ?? '', checkOut: checkOut ?? '', ...party }, [])
}

/** The results of the search that an address carries. */
export async function loadResults(services: Services, query: URLSearchParams): Promise<ResultsView> {
  if (!query.get('checkin') && !query.get('checkout')) {
    return { state: 'no-dates', homes: await listPropertyCards(services) }
  }
  const read = readSearch(query)
  if (!read.ok) return { state: 'refused', message: read.message, ...(!read.inStay && { plain: plainOf(query) }) }
  const { stay, wishes } = read
  const answer = await searchProperties(services, { ...stay, ...wishes })
  if (!answer.ok) return { state: 'refused', message: answer.message }
  const choices = await listSearchChoices(services)
  const address = searchAddress(query, stay, filterParamsOf(query))
  return { state: 'found', query: address, stay, wishes, answer, choices }
}

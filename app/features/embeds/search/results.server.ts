import { listSearchChoices, readSearch, searchHomes } from '#app/features/availability/availability.server.ts'
import { listPropertyCards } from '#app/features/properties/properties.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { draftFromQuery, stayToQuery } from '#app/shared/stay.ts'
import { type ResultsView, wishesOf } from './results.ts'

/** The search in an address without its wishes. */
function plainOf(query: URLSearchParams): string {
  const { checkIn, checkOut, ...party } = draftFromQuery(query)
  return stayToQuery({ checkIn: checkIn ?? '', checkOut: checkOut ?? '', ...party })
}

/** The results of the search that an address carries. */
export async function loadResults(services: Services, query: URLSearchParams): Promise<ResultsView> {
  if (!query.get('checkin') && !query.get('checkout')) {
    return { state: 'no-dates', homes: await listPropertyCards(services) }
  }
  const read = readSearch(query)
  if (!read.ok) return { state: 'refused', message: read.message, ...(!read.inStay && { plain: plainOf(query) }) }
  const { stay, wishes } = read
  const answer = await searchHomes(services, { ...stay, ...wishes })
  if (!answer.ok) return { state: 'refused', message: answer.message }
  const address = new URLSearchParams(stayToQuery(stay))
  for (const [name, value] of wishesOf(query)) address.set(name, value)
  const choices = await listSearchChoices(services)
  return { state: 'found', query: address.toString(), stay, wishes, answer, choices }
}

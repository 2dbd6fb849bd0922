import { listSearchChoices, readWishes, searchHomes } from '#app/features/availability/availability.server.ts'
import { listPropertyCards } from '#app/features/properties/properties.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { draftFromQuery, stayToQuery } from '#app/shared/stay.ts'
import { type ResultsView, WISHES } from './results.ts'

/** What an address says of a search beside the stay, by name. */
export function wishesOf(query: URLSearchParams): [name: string, value: string][] {
  return WISHES.flatMap((name): [string, string][] => {
    const value = query.getAll(name).filter(Boolean).join(', ')
    return value ? [[name, value]] : []
  })
}

/** The results of the search that an address carries. */
export async function loadResults(services: Services, query: URLSearchParams): Promise<ResultsView> {
  if (!query.get('checkin') && !query.get('checkout')) {
    return { state: 'no-dates', homes: await listPropertyCards(services) }
  }
  const draft = draftFromQuery(query)
  // A date that is missing or none is judged like the others, so that the answer says what is wrong.
  const stay = { ...draft, checkIn: draft.checkIn ?? '', checkOut: draft.checkOut ?? '' }
  const read = readWishes(query)
  if (!read.ok) return { state: 'refused', message: read.message, plain: stayToQuery(stay) }
  const answer = await searchHomes(services, { ...stay, ...read.wishes })
  if (!answer.ok) return { state: 'refused', message: answer.message }
  const address = new URLSearchParams(stayToQuery(stay))
  for (const [name, value] of wishesOf(query)) address.set(name, value)
  const choices = await listSearchChoices(services)
  return { state: 'found', query: address.toString(), stay, wishes: read.wishes, answer, choices }
}

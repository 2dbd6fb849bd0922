import type { PropertyCard } from '#app/features/properties/properties.ts'
import { isIsoDate } from '#app/shared/dates.ts'
import type { Stay } from '#app/shared/stay.ts'
import { countOf } from '#app/shared/words.ts'
import type { SearchAnswer, SearchChoices, SearchOptions } from './search.ts'

/** What stands below the search: before dates are chosen, where they make no sense, and what was found. */
export type ResultsView =
  | { state: 'no-dates'; homes: PropertyCard[] }
  /** `plain` is the search without the wishes, where those are what makes no sense. */
  | { state: 'refused'; message: string; plain?: string }
  | {
      state: 'found'
      /** What the address says of the search, without its page. */
      query: string
      stay: Stay
      wishes: SearchOptions
      answer: SearchAnswer
      choices: SearchChoices
    }

export type FoundView = ResultsView & { state: 'found' }

/** What the address of a search may carry beside the stay and the page. */
export const FILTER_PARAMS = [
  'location',
  'propertyType',
  'bedrooms',
  'amenities',
  'minPrice',
  'maxPrice',
  'sort',
  'flexible',
] as const
export type FilterParam = (typeof FILTER_PARAMS)[number]

export type QueryFields = [name: string, value: string][]

/** A wish that an address may also carry under another name. */
export const OTHER_NAMES: Partial<Record<FilterParam, string>> = { sort: 'sortBy' }

/** What an address says of a search beside the stay, by name. */
export function filterParamsOf(query: URLSearchParams): QueryFields {
  const said = (name: string | undefined) => (name ? query.getAll(name).filter(Boolean).join(', ') : '')
  return FILTER_PARAMS.flatMap((name): QueryFields => {
    const value = said(name) || said(OTHER_NAMES[name])
    return value ? [[name, value]] : []
  })
}

/** What an address says of a search as a form's fields can hold it: no dates that are none, and no counts that are no numbers. */
export function queryFieldsOf(query: URLSearchParams): QueryFields {
  const said = (names: string[], fits: (text: string) => boolean) =>
    names.map((name): QueryFields[number] => [name, query.get(name) ?? '']).filter(([, text]) => fits(text))
  return [
    ...said(['checkin', 'checkout'], isIsoDate),
    ...said(['adults', 'children', 'infants', 'pets'], (text) => /^\d{1,9}$/.test(text)),
    ...filterParamsOf(query),
  ]
}

/** The same search with some wishes changed, or dropped when they are null, from its first page; as the query of a link. */
export function searchLink(
  query: string,
  wishes: Partial<Record<FilterParam | 'infants' | 'pets' | 'cursor', string | null>>,
): string {
  const address = new URLSearchParams(query)
  for (const [name, value] of Object.entries(wishes)) {
    if (value === null) address.delete(name)
    else address.set(name, value)
  }
  return `?${address}`
}

/** What has come of the search in one sentence, for those who do not see it. */
export function resultsSummary(view: ResultsView): string {
  if (view.state === 'no-dates') return ''
  if (view.state === 'refused') return view.message
  const { count, alternatives, combinations } = view.answer
  return [
    countOf(count, 'home is free', 'homes are free'),
    combinations.length > 0 && countOf(combinations.length, 'way to stay together', 'ways to stay together'),
    alternatives.length > 0 && countOf(alternatives.length, 'home on other dates', 'homes on other dates'),
  ]
    .filter(Boolean)
    .join(', ')
}

import { isIsoDate } from '#app/shared/dates.ts'
import { formatMoney } from '#app/shared/money.ts'
import { countOf } from '#app/shared/words.ts'
import type { FilterName, SearchOptions } from './search.ts'

/** The parameters of a search address besides the stay and the cursor. */
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

/** Parameters with an alternative name. */
export const OTHER_NAMES: Partial<Record<FilterParam, string>> = { sort: 'sortBy' }

/** The filter parameters of an address, by name. */
export function filterParamsOf(query: URLSearchParams): QueryFields {
  const textOf = (name: string | undefined) => (name ? query.getAll(name).filter(Boolean).join(', ') : '')
  return FILTER_PARAMS.flatMap((name): QueryFields => {
    const value = textOf(name) || textOf(OTHER_NAMES[name])
    return value ? [[name, value]] : []
  })
}

/** A search as initial form values: without invalid dates and counts. */
export function queryFieldsOf(query: URLSearchParams): QueryFields {
  const valid = (names: string[], isValid: (text: string) => boolean) =>
    names.map((name): QueryFields[number] => [name, query.get(name) ?? '']).filter(([, text]) => isValid(text))
  return [
    ...valid(['checkin', 'checkout'], isIsoDate),
    ...valid(['adults', 'children', 'infants', 'pets'], (text) => /^\d{1,9}$/.test(text)),
    ...filterParamsOf(query),
  ]
}

type Change = Partial<Record<FilterParam | 'infants' | 'pets' | 'cursor', string | null>>

/** The link to the same search with some parameters changed, or dropped if null, starting at the first page. */
export function searchLink(query: string, change: Change): string {
  const address = new URLSearchParams(query)
  for (const [name, value] of Object.entries(change)) {
    if (value === null) address.delete(name)
    else address.set(name, value)
  }
  return `?${address}`
}

/** The label of a filter, and the change of the address that drops it. */
export type FilterLabel = { filter: FilterName; words: string; without: Change }

/** An amount as an option: `$2,500`. */
export const shortMoney = (cents: number) => formatMoney(cents).replace(/\.00$/, '')

function priceRange({ minPrice, maxPrice }: SearchOptions): string | null {
  if (minPrice !== undefined && maxPrice !== undefined) return `${shortMoney(minPrice)} to ${shortMoney(maxPrice)}`
  if (minPrice !== undefined) return `${shortMoney(minPrice)} or more`
  return maxPrice === undefined ? null : `${shortMoney(maxPrice)} or less`
}

/** A label for each active filter. */
export function filterLabels(options: SearchOptions): FilterLabel[] {
  const { location, propertyType, bedrooms, amenities = [] } = options
  const price = priceRange(options)
  const labels: (FilterLabel | false)[] = [
    !!location && { filter: 'location', words: location, without: { location: null } },
    !!propertyType && { filter: 'propertyType', words: propertyType, without: { propertyType: null } },
    !!bedrooms && {
      filter: 'bedrooms',
      words: `${countOf(bedrooms, 'bedroom')} or more`,
      without: { bedrooms: null },
    },
    ...amenities.map((amenity): FilterLabel => {
      const others = amenities.filter((other) => other !== amenity).join(', ')
      return { filter: 'amenities', words: amenity, without: { amenities: others || null } }
    }),
    price !== null && { filter: 'price', words: price, without: { minPrice: null, maxPrice: null } },
  ]
  return labels.filter((label) => label !== false)
}

/** One label for all values of a filter, and the change that drops them all. */
export function wholeFilter(options: SearchOptions, filter: FilterName): Omit<FilterLabel, 'filter'> {
  const parts = filterLabels(options).filter((label) => label.filter === filter)
  const without = filter === 'amenities' ? { amenities: null } : (parts[0]?.without ?? {})
  return { words: parts.map(({ words }) => words).join(', '), without }
}

/** Round totals between the lowest and the highest, as options for the maximum total, including the chosen one. */
export function priceSteps(totals: { least: number; most: number } | null, chosen: number | undefined): number[] {
  const steps = new Set(chosen === undefined ? [] : [chosen])
  if (totals) {
    const step = [25_000, 50_000, 100_000, 200_000, 500_000, 1_000_000].find(
      (size) => (totals.most - totals.least) / size <= 6,
    )
    const size = step ?? 2_500_000
    for (let total = Math.ceil(totals.least / size) * size; total < totals.most; total += size) steps.add(total)
  }
  return [...steps].sort((a, b) => a - b)
}

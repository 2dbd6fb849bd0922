import type { NextOpen } from '#app/features/availability/next-open.ts'
import type { Price } from '#app/features/pricing/price.ts'
import type { PropertyCard } from '#app/features/properties/properties.ts'
import { type IsoDate, isIsoDate } from '#app/shared/dates.ts'
import { type Cents, formatAmount } from '#app/shared/money.ts'
import { wayBackTo } from '#app/shared/paths/way-back.ts'
import { type Party, STAY_KEYS, type Stay, stayToQuery } from '#app/shared/stay.ts'

/** The orders of results; the default is the operator's own order. */
export const SORTS = ['price_low', 'price_high', 'newest', 'popular'] as const
export type Sort = (typeof SORTS)[number]

/**
 * The conditions on a property besides free nights and room. Each word of `amenities` must occur in one of its
 * amenities.
 */
export type SearchFilters = {
  location?: string
  bedrooms?: number
  propertyType?: string
  amenities?: string[]
  minPrice?: Cents
  maxPrice?: Cents
}

/** The start of a page of results: after this many properties, the last of which is named. */
export type Cursor = { shown: number; last: string }

/** `flexible`: how many days earlier or later a stay may begin and end. */
export type SearchOptions = SearchFilters & { sort?: Sort; flexible?: number; cursor?: Cursor }

export type PropertySearch = Stay & SearchOptions & { holdId?: string }

/** A property that is free for a stay, with its all-in price. */
export type AvailableProperty = Omit<PropertyCard, 'badge'> & Price

/** A property that is free a little earlier, later or longer. */
export type AlternativeStay = AvailableProperty & { checkIn: IsoDate; checkOut: IsoDate }

/** Properties at one location that fit a party together, each with its share; prices are all-in. */
export type PropertyCombination = {
  location: string
  /**
   * The longest straight distance between two of them. It is in half miles up to five, and 0 is less than half a mile.
   * Null if unknown.
   */
  miles: number | null
  maxGuests: number
  bedrooms: number
  beds: number
  nights: number
  total: Cents
  properties: (AvailableProperty & { party: Party })[]
}

/**
 * The part of the party that never fits. With an adult for each, `properties` at one location would fit it; null if no
 * three do.
 */
export type PartyLimit = {
  part: 'guests' | 'infants' | 'pets'
  asked: number
  /** The capacity of the largest property, and of the largest three at one location. */
  largest: number
  together: number
  properties: number | null
  /** Counts only locations with room for the rest of the party. */
  narrowed: boolean
}

export type FilterName = 'location' | 'bedrooms' | 'propertyType' | 'amenities' | 'price'

export type SearchAnswer = {
  /** One page of the results. */
  properties: AvailableProperty[]
  /** The number of results on all pages. */
  count: number
  alternatives: AlternativeStay[]
  combinations: PropertyCombination[]
  /** Without results: how many properties each single filter hides, largest number first. */
  hidden: { filter: FilterName; properties: number }[]
  /** The lowest and the highest total before the price filter; null without results. */
  totals: { least: Cents; most: Cents } | null
  /** If nothing else was found, and other dates would not help. */
  limit?: PartyLimit
  nextCursor?: string
}

/** The choices of the filter form: what the properties that can be booked have, the most bedrooms, and their number. */
export type SearchChoices = {
  properties: number
  propertyTypes: string[]
  bedrooms: number
  /** The amenities among the facts. */
  features: string[]
}

/** The places of a search, from locations: the first part, or the whole location where several begin alike. */
export function placesOf(locations: readonly string[]): string[] {
  const byName = Map.groupBy(new Set(locations), (location) => location.split(',', 1)[0] ?? '')
  return [...byName].flatMap(([name, whole]) => (whole.length === 1 ? [name] : whole)).sort()
}

/** A property that is not among the results: why, and a stay that can be booked there instead. */
export type MissingProperty = { property: PropertyCard; reason: string; offer: { words: string; stay: Stay } | null }

/** The content of the results page: before dates are chosen, for an invalid search, and for a valid one. */
export type ResultsView =
  /** `nextOpen` by property id. */
  | { state: 'no-dates'; properties: PropertyCard[]; nextOpen: Map<string, NextOpen> }
  /** `plain` is the query without filters, when only those are invalid. */
  | { state: 'refused'; message: string; plain?: string }
  | {
      state: 'found'
      /** The query of the search, without its cursor. */
      query: string
      stay: Stay
      options: SearchOptions
      answer: SearchAnswer
      choices: SearchChoices
      missing: MissingProperty[]
    }

export type FoundView = ResultsView & { state: 'found' }

/** The last days on which a stay can begin and end in any property. */
export type LastDays = { checkIn: IsoDate; checkOut: IsoDate }

/** The places, and the days until which stays are offered; `last` is null where that is not known. */
export type SearchOffered = { places: string[]; last: LastDays | null }

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

/** All parameters that a search address can have. */
export const SEARCH_PARAMS = [...STAY_KEYS, ...FILTER_PARAMS, ...Object.values(OTHER_NAMES), 'cursor']

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

/**
 * The link from the results to a property's page with a stay, which leads back to them on this site. `base` is another
 * site's.
 */
export function propertyLink(path: string, stay: Stay, { base, query }: { base: string; query: string }): string {
  return `${base}${path}?${stayToQuery(stay)}${base ? '' : `&${wayBackTo('search', query)}`}`
}

/** The label of a filter, and the change of the address that drops it. */
type FilterLabel = { filter: FilterName; words: string; without: Change }

function priceRange({ minPrice, maxPrice }: SearchOptions): string | null {
  if (minPrice !== undefined && maxPrice !== undefined) return `${formatAmount(minPrice)} to ${formatAmount(maxPrice)}`
  if (minPrice !== undefined) return `${formatAmount(minPrice)} or more`
  return maxPrice === undefined ? null : `Up to ${formatAmount(maxPrice)}`
}

export function filterLabels(options: SearchOptions): FilterLabel[] {
  const { location, propertyType, bedrooms, amenities = [] } = options
  const price = priceRange(options)
  const labels: (FilterLabel | false)[] = [
    !!location && { filter: 'location', words: location, without: { location: null } },
    !!propertyType && { filter: 'propertyType', words: propertyType, without: { propertyType: null } },
    !!bedrooms && {
      filter: 'bedrooms',
      words: `${bedrooms}+ bedrooms`,
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

import type { Price } from '#app/features/pricing/price.ts'
import type { PropertyCard } from '#app/features/properties/properties.ts'
import type { IsoDate } from '#app/shared/dates.ts'
import type { Cents } from '#app/shared/money.ts'
import type { Party, Stay } from '#app/shared/stay.ts'

/** The orders of results; the default is the operator's own order. */
export const SORTS = ['price_low', 'price_high', 'newest', 'popular'] as const
export type Sort = (typeof SORTS)[number]

/** What a property must have besides free nights and room. Each word of `amenities` must occur in one of its amenities. */
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
   * The longest straight distance between two of them: half miles up to five, 0 is less than half a mile; null if unknown.
   */
  miles: number | null
  maxGuests: number
  bedrooms: number
  beds: number
  nights: number
  total: Cents
  homes: (AvailableProperty & { party: Party })[]
}

/**
 * The part of the party that never fits. With an adult for each, `homes` at one location would fit it; null if no three do.
 */
export type PartyLimit = {
  part: 'guests' | 'infants' | 'pets'
  asked: number
  /** The capacity of the largest property, and of the largest three at one location. */
  home: number
  together: number
  homes: number | null
  /** Counts only locations with room for the rest of the party. */
  narrowed: boolean
}

export type FilterName = 'location' | 'bedrooms' | 'propertyType' | 'amenities' | 'price'

export type SearchAnswer = {
  /** One page of the results. */
  homes: AvailableProperty[]
  /** The number of results on all pages. */
  count: number
  alternatives: AlternativeStay[]
  combinations: PropertyCombination[]
  /** Without results: how many properties each single filter hides, largest number first. */
  hidden: { filter: FilterName; homes: number }[]
  /** The lowest and the highest total before the price filter; null without results. */
  totals: { least: Cents; most: Cents } | null
  /** If nothing else was found, and other dates would not help. */
  limit?: PartyLimit
  nextCursor?: string
}

/** The choices of the filter form: locations, property types and the most bedrooms, and the number of properties. */
export type SearchChoices = { properties: number; locations: string[]; propertyTypes: string[]; bedrooms: number }

/** The content of the results page: before dates are chosen, for an invalid search, and for a valid one. */
export type ResultsView =
  | { state: 'no-dates'; properties: PropertyCard[] }
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
    }

export type FoundView = ResultsView & { state: 'found' }

import type { Price } from '#app/features/pricing/price.ts'
import type { PropertyCard } from '#app/features/properties/properties.ts'
import type { IsoDate } from '#app/shared/dates.ts'
import type { Cents } from '#app/shared/money.ts'
import type { Party, Stay } from '#app/shared/stay.ts'

/** The orders that a search can have; without one the homes stand in the operator's own. */
export const SORTS = ['price_low', 'price_high', 'newest', 'popular'] as const
export type Sort = (typeof SORTS)[number]

/** What a guest wants of a home beside nights and room. `amenities` are words that its amenities name, all of them. */
export type SearchFilters = {
  location?: string
  bedrooms?: number
  propertyType?: string
  amenities?: string[]
  minPrice?: Cents
  maxPrice?: Cents
}

/** How far a search has come: how many homes were shown, and the last of them. */
export type Cursor = { shown: number; last: string }

/** `flexible` is by how many days a stay may begin and end earlier or later. */
export type SearchOptions = SearchFilters & { sort?: Sort; flexible?: number; cursor?: Cursor }

export type PropertySearch = Stay & SearchOptions & { holdId?: string }

/** A home that is free for a stay, with its all-in price. */
export type AvailableProperty = Omit<PropertyCard, 'badge'> & Price

/** A home that is free a little earlier, later or longer than was asked. */
export type AlternativeStay = AvailableProperty & { checkIn: IsoDate; checkOut: IsoDate }

/** Homes of one place that together take a party, each with its share of it; prices are all-in. */
export type PropertyCombination = {
  location: string
  /** The longest way between two of them, straight, in miles: halves up to five, 0 is less than half a one. Null when it is not known. */
  miles: number | null
  maxGuests: number
  bedrooms: number
  beds: number
  nights: number
  total: Cents
  homes: (AvailableProperty & { party: Party })[]
}

/** What of a party cannot be had on any dates. `homes` of one place would take it, had it an adult for each; null when no three do. */
export type PartyLimit = {
  part: 'guests' | 'infants' | 'pets'
  asked: number
  /** The most that one home takes, and homes of one place together. */
  home: number
  together: number
  homes: number | null
  /** It is about the places that take the rest of the party, not about all. */
  narrowed: boolean
}

export type FilterName = 'location' | 'bedrooms' | 'propertyType' | 'amenities' | 'price'

export type SearchAnswer = {
  /** A page of what was found. */
  homes: AvailableProperty[]
  /** How many were found in all. */
  count: number
  alternatives: AlternativeStay[]
  combinations: PropertyCombination[]
  /** When nothing was found: how many homes would be without one of the filters, the one that hides most first. */
  hidden: { filter: FilterName; homes: number }[]
  /** The least and the most that a home costs, before the price was asked for; null when there is none. */
  totals: { least: Cents; most: Cents } | null
  /** When nothing else can be told, and no dates would help. */
  limit?: PartyLimit
  nextCursor?: string
}

/** What there is to choose from: the places, the kinds of home, and the most bedrooms, among so many homes. */
export type SearchChoices = { homes: number; locations: string[]; propertyTypes: string[]; bedrooms: number }

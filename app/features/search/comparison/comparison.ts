import type { ImageSource } from '#app/features/media/media.ts'
import type { CardPrice } from '#app/features/properties/properties.ts'
import { type Stay, stayToQuery } from '#app/shared/stay.ts'

/** The query key of the compared properties: slugs, repeated or separated by commas. */
export const COMPARED = 'homes'

/** More columns would not fit a sheet of paper. */
export const MOST_COMPARED = 4

/** A form of more check boxes would be a catalog. */
export const MOST_CHOICES = 40

/**
 * The offer of one of the compared properties. It has the total, and the price for each guest and night, or why it
 * cannot be booked there.
 */
type ComparedOffer = { total: string; shares: string[] } | { total: null; words: string }

export type ComparedProperty = {
  slug: string
  name: string
  location: string
  image: ImageSource | null
  /** The address of its page, with the stay and the way back. */
  path: string
  /** Null without a stay. */
  offer: ComparedOffer | null
  /** The next open stay, without a stay of the guest's own. */
  open: CardPrice | null
}

/** Two to four properties side by side, or the missing part of it. */
export type Comparison = {
  properties: ComparedProperty[]
  /** One value for each property, in their order; null where a fact is unknown. */
  facts: { label: string; values: (string | null)[] }[]
  /** The dates and the party of the prices; null without a stay. */
  asked: string | null
  /** The problems of the address, in sentences. */
  notes: string[]
  /** The properties to choose from. */
  choices: { slug: string; name: string; chosen: boolean }[]
  /** The query without its question mark. */
  query: string
}

/** The address of a comparison. */
export function comparisonPath(slugs: string[], stay: Stay | null): string {
  const compared = slugs.slice(0, MOST_COMPARED).map(encodeURIComponent).join(',')
  const parts = [compared && `${COMPARED}=${compared}`, stay && stayToQuery(stay)].filter(Boolean)
  return parts.length > 0 ? `/compare?${parts.join('&')}` : '/compare'
}

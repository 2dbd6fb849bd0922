import { type Stay, stayToQuery } from '#app/shared/stay.ts'

/** Hosts beside the site's own that a provider's parts need, by what for (content security policy). */
export type Hosts = { script: string[]; frame: string[]; connect: string[] }

/** The parts that a page may report as not loaded: the providers' elements, and the frame of any of them. */
export const EMBEDDED_PARTS = ['stay-search', 'stay-results', 'hospitable-direct-mps', 'booking frame'] as const

export type EmbeddedPart = (typeof EMBEDDED_PARTS)[number]

/** A custom element with the script that defines it: the search and the results of a provider. */
export type ElementEmbed = { script: string; element: EmbeddedPart; attributes: Record<string, string> }

/** The query parameters that a provider's address takes of a stay, in its order. */
export type StayFields = [name: string, part: keyof Stay][]

/** Where a property is booked. `bookingAddress` adds the stay to `address`, by default with the parameters of our own pages. */
type Booking = { address: string; fields?: StayFields }

/** A booking frame; its `origin` is null when it is this site's own. Not every vendor's sends messages to the page. */
export type FrameEmbed = Booking & {
  kind: 'frame'
  origin: string | null
  sandbox: string | null
  sendsMessages: boolean
}

/** A booking page of the provider's own. */
export type LinkEmbed = Booking & { kind: 'link'; vendor: string }

export type BookingEmbed = FrameEmbed | LinkEmbed

const stayQuery = (stay: Stay, fields?: StayFields) =>
  fields ? new URLSearchParams(fields.map(([name, part]) => [name, String(stay[part])])).toString() : stayToQuery(stay)

/** The query parameters of a price: a promo code, and a quote's id. */
export type PriceFields = { promo?: string | null; quote?: string | null }

/** The address where a stay is booked; unchanged without a stay. Only our own frame gets the price's parameters. */
export function bookingAddress(embed: BookingEmbed, stay: Stay | null, price: PriceFields = {}): string {
  const ours = embed.kind === 'frame' && embed.origin === null
  const priceQuery = Object.entries(price).flatMap(([name, value]) => (value && ours ? [[name, value]] : []))
  const query = [stay ? stayQuery(stay, embed.fields) : '', String(new URLSearchParams(priceQuery))]
    .filter(Boolean)
    .join('&')
  if (query === '') return embed.address
  return `${embed.address}${embed.address.includes('?') ? '&' : '?'}${query}`
}

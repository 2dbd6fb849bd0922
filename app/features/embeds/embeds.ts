import { type Stay, stayToQuery } from '#app/shared/stay.ts'

/** Hosts other than the site's own that a provider's parts need, by policy directive (content security policy). */
export type Hosts = { script: string[]; frame: string[]; connect: string[] }

/** The parts that a page may report as not loaded: the providers' elements and frames. */
export const EMBEDDED_PARTS = ['stay-search', 'stay-results', 'hospitable-direct-mps', 'booking frame'] as const

export type EmbeddedPart = (typeof EMBEDDED_PARTS)[number]

/** A custom element and the script that defines it: a provider's search and results. */
export type ElementEmbed = { script: string; element: EmbeddedPart; attributes: Record<string, string> }

/** The query parameters for a stay in a provider's address, in its order. */
export type StayFields = [name: string, part: keyof Stay][]

/** Where a property is booked. `bookingAddress` adds the stay to `address`, by default with our own parameter names. */
type Booking = { address: string; fields?: StayFields }

/** A booking frame. `origin` is null for this site's own frame. Not every vendor's frame sends messages. */
export type FrameEmbed = Booking & {
  kind: 'frame'
  origin: string | null
  sandbox: string | null
  sendsMessages: boolean
}

/** A booking page on the provider's site. */
export type LinkEmbed = Booking & { kind: 'link'; vendor: string }

export type BookingEmbed = FrameEmbed | LinkEmbed

const stayQuery = (stay: Stay, fields?: StayFields) =>
  fields ? new URLSearchParams(fields.map(([name, part]) => [name, String(stay[part])])).toString() : stayToQuery(stay)

/** The query parameters of a price: a promo code, and a quote's id. */
export type PriceFields = { promo?: string | null; quote?: string | null }

/** The booking address with the stay; unchanged without a stay. Only our own frame gets the price parameters. */
export function bookingAddress(embed: BookingEmbed, stay: Stay | null, price: PriceFields = {}): string {
  const ours = embed.kind === 'frame' && embed.origin === null
  const priceQuery = Object.entries(price).flatMap(([name, value]) => (value && ours ? [[name, value]] : []))
  const query = [stay ? stayQuery(stay, embed.fields) : '', String(new URLSearchParams(priceQuery))]
    .filter(Boolean)
    .join('&')
  if (query === '') return embed.address
  return `${embed.address}${embed.address.includes('?') ? '&' : '?'}${query}`
}

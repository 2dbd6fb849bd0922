import { type Stay, stayToQuery } from '#app/shared/stay.ts'

/** Hosts beside the site's own that a provider's parts need, by what for (content security policy). */
export type Hosts = { script: string[]; frame: string[]; connect: string[] }

/** What a page may report as not having come alive: the providers' elements, and the frame of any of them. */
export const EMBEDDED_PARTS = ['stay-search', 'stay-results', 'hospitable-direct-mps', 'booking frame'] as const

export type EmbeddedPart = (typeof EMBEDDED_PARTS)[number]

/** A custom element with the script that defines it: how providers give their search and their results. */
export type ElementEmbed = { script: string; element: EmbeddedPart; attributes: Record<string, string> }

/** What of a stay an address takes: the provider's names, in its order. */
export type StayFields = [name: string, part: keyof Stay][]

/** Where a home is booked; `address` is the provider's own, a stay is added by `bookingAddress`. `fields` are those of the embed contract unless told. */
type Booking = { address: string; fields?: StayFields }

/** A booking frame; its `origin` is null when it is this site's own. One that does not speak tells the page nothing. */
export type FrameEmbed = Booking & { kind: 'frame'; origin: string | null; sandbox: string | null; speaks: boolean }

/** A booking page of the provider's own. */
export type LinkEmbed = Booking & { kind: 'link'; vendor: string }

export type BookingEmbed = FrameEmbed | LinkEmbed

const stayQuery = (stay: Stay, fields?: StayFields) =>
  fields ? new URLSearchParams(fields.map(([name, part]) => [name, String(stay[part])])).toString() : stayToQuery(stay)

/** What an address says of a price beside its stay: a code, and a quote's id. */
export type PriceFields = { promo?: string | null; quote?: string | null }

/**
 * Where a stay is booked: with it in the address when there is one, otherwise unchanged. Our own
 * frame is told of its price too.
 */
export function bookingAddress(embed: BookingEmbed, stay: Stay | null, price: PriceFields = {}): string {
  const ours = embed.kind === 'frame' && embed.origin === null
  const told = Object.entries(price).flatMap(([name, value]) => (value && ours ? [[name, value]] : []))
  const query = [stay ? stayQuery(stay, embed.fields) : '', String(new URLSearchParams(told))].filter(Boolean).join('&')
  if (query === '') return embed.address
  return `${embed.address}${embed.address.includes('?') ? '&' : '?'}${query}`
}

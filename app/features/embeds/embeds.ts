import type { BookingEmbed, StayFields } from '#app/shared/booking-providers.ts'
import { type Stay, stayToQuery } from '#app/shared/stay.ts'

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

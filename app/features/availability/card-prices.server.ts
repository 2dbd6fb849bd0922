import { sharesText } from '#app/features/pricing/price-shares.ts'
import type { CardPrice } from '#app/features/properties/properties.ts'
import type { Services } from '#app/platform/services.server.ts'
import { formatSpan } from '#app/shared/dates.ts'
import { formatAmount } from '#app/shared/money.ts'
import type { Stay } from '#app/shared/stay.ts'
import { listNextOpen } from './next-open.server.ts'
import type { NextOpen } from './next-open.ts'
import type { StayOffer } from './stay-offers.server.ts'

const INCLUDED = ', taxes and fees included'

/**
 * The price lines of the listed properties, by id. A line says what the stay costs there, or why it cannot be booked.
 * Without offers, it is each property's next open stay. Empty if another provider takes the bookings.
 */
export async function listCardPrices(
  services: Services,
  { stay, offers, listed }: { stay: Stay | null; offers: Map<string, StayOffer>; listed: readonly { id: string }[] },
): Promise<Map<string, CardPrice>> {
  if (stay && offers.size > 0) return mapValues(offers, (offer) => ofStay(stay, offer))
  return mapValues(await listNextOpen(services, listed), ofNextOpen)
}

function mapValues<From, To>(map: Map<string, From>, change: (value: From) => To): Map<string, To> {
  return new Map([...map].map(([id, value]) => [id, change(value)]))
}

function ofStay({ checkIn, checkOut, adults, children }: Stay, offer: StayOffer): CardPrice {
  const words = { before: '', dates: `${formatSpan(checkIn, checkOut)}:` }
  if (offer.price) {
    const { total, nights } = offer.price
    const shares = sharesText(total, { guests: Math.max(1, adults) + children, nights })
    return { ...words, total: `${formatAmount(total)} total`, after: INCLUDED, shares }
  }
  return { ...words, total: null, after: offer.words }
}

function ofNextOpen(open: NextOpen): CardPrice {
  if (open.dates === null) return { before: open.words, dates: '', total: null, after: '' }
  return { before: 'Next available: ', dates: `${open.dates},`, total: `${open.total} total`, after: INCLUDED }
}

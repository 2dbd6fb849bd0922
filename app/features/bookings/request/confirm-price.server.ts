import { and, eq } from 'drizzle-orm'
import { checkAgreedStay } from '#app/features/availability/agreed-stay.server.ts'
import { checkAvailability } from '#app/features/availability/availability.server.ts'
import type { Price } from '#app/features/pricing/price.ts'
import { lockPromoCode } from '#app/features/pricing/promo-codes.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { centsFromNumeric } from '#app/shared/money.ts'
import type { Stay } from '#app/shared/stay.ts'
import { isAboutPromo } from '#app/shared/stay-refusal.ts'
import { type BookingRefusal, priceChanged, stayRefused } from '../booking-refusals.server.ts'
import { bookings, type quotes } from '../bookings.tables.server.ts'
import type { BookingRequest } from '../bookings.ts'
import { type Hold, moveToQuote } from '../holds/holds.server.ts'
import { quoteFromRow, storeQuote } from '../quotes/quotes.server.ts'

type QuoteRow = typeof quotes.$inferSelect

/** The subject of a request: a stay, given directly or by its quote, and perhaps the guest's own hold. */
export type RequestedStay = {
  ok: true
  propertyId: string
  stay: Stay
  quote: QuoteRow | null
  holdId: string | null
  promoCode?: string
}

type Input = { input: BookingRequest; requested: RequestedStay; hold: Hold | null }
type Priced = { ok: true; quote: Price } | BookingRefusal

/**
 * The price, if the nights are free and it is what the guest saw. Else a refusal, with a new quote if only the price
 * changed. An offer has its own price.
 */
export async function confirmPrice(services: Services, tx: Tx, { input, requested, hold }: Input): Promise<Priced> {
  const { propertyId, stay, promoCode, quote: quoted } = requested
  if (quoted && (await isBinding(services, tx, { quoted, promoCode, hold }))) {
    return confirmOffer(services, tx, { input, quoted, requested, hold })
  }
  if (promoCode) await lockPromoCode(tx, promoCode)
  const asked = { propertyId, ...stay, holdId: hold?.id }
  const check = await checkAvailability(services, { ...asked, promoCode }, tx)
  if (!check.ok) {
    if (!quoted?.promoCode || !isAboutPromo(check)) return stayRefused(check)
    const without = await checkAvailability(services, asked, tx)
    if (!without.ok) return stayRefused(without)
    const requoted = await requote(services, tx, { ...requested, promoCode: undefined }, without.price, hold)
    return priceChanged(requoted, check.message)
  }
  const { price: quote } = check
  const expected = input.expectedTotal ?? (quoted ? centsFromNumeric(quoted.totalAmount) : quote.total)
  if (expected !== quote.total) return priceChanged(await requote(services, tx, requested, quote, hold))
  return { ok: true, quote }
}

type Binding = Pick<RequestedStay, 'promoCode'> & { quoted: QuoteRow; hold: Hold | null }

/**
 * Whether the price of an offer counts. It does until it expires, and for whoever held its nights before that. A code
 * of the guest's is for the price of the day.
 */
async function isBinding({ clock }: Services, tx: Tx, { quoted, promoCode, hold }: Binding): Promise<boolean> {
  const { id, isOffer, expiresAt } = quoted
  if (!isOffer || promoCode !== (quoted.promoCode ?? undefined)) return false
  if (expiresAt > clock.now() || hold?.quoteId === id) return true
  if (!hold?.bookingId) return false
  return (await tx.$count(bookings, and(eq(bookings.id, hold.bookingId), eq(bookings.quoteId, id)))) > 0
}

async function confirmOffer(
  services: Services,
  tx: Tx,
  { input, quoted, requested: { propertyId, stay }, hold }: Input & { quoted: QuoteRow },
): Promise<Priced> {
  const check = await checkAgreedStay(services, { propertyId, ...stay, holdId: hold?.id }, tx)
  if (!check.ok) return stayRefused(check)
  const quote = quoteFromRow(quoted)
  const { expectedTotal = quote.total } = input
  if (expectedTotal !== quote.total) return priceChanged({ ...quoted, ...quote })
  return { ok: true, quote }
}

/** Stores the current price as a quote that revises the previous one and gets its hold. */
async function requote(
  services: Services,
  tx: Tx,
  { propertyId, stay, promoCode, quote: before }: RequestedStay,
  quote: Price,
  hold: Hold | null,
) {
  const originId = before?.originId ?? before?.id
  const stored = await storeQuote(services, tx, { propertyId, ...stay, promoCode, quote, originId })
  if (hold) await moveToQuote(services, tx, hold, stored.id)
  return stored
}

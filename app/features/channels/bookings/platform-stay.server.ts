import { eq } from 'drizzle-orm'
import { listPropertyRules } from '#app/features/availability/property-rules.server.ts'
import type { BookingSource } from '#app/features/bookings/booking-sources.ts'
import { agreedPrice } from '#app/features/pricing/agreed-price.ts'
import type { Price } from '#app/features/pricing/price.ts'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import type { ChannelPlatform, ChannelRevision } from '#app/platform/channels/channel-revision.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { type Cents, CURRENCY, formatMoney } from '#app/shared/money.ts'
import type { Stay } from '#app/shared/stay.ts'

/** A revision with the dates of a stay. */
export type DatedRevision = ChannelRevision & { status: 'new' | 'modified'; checkIn: string; checkOut: string }

/** A revision that can be applied: a cancellation needs no dates. */
export type AppliedRevision = DatedRevision | (ChannelRevision & { status: 'cancelled' })

/** Whether a revision cancels, or says when somebody comes. Without that, no night can be taken. */
export const canBeApplied = (revision: ChannelRevision): revision is AppliedRevision =>
  revision.status === 'cancelled' ||
  (revision.checkIn !== null && revision.checkOut !== null && revision.checkIn < revision.checkOut)

/** The largest total of a booking, in cents. */
const LARGEST = 99_999_999

const PLATFORM_NAMES: Record<ChannelPlatform, string> = {
  airbnb: 'Airbnb',
  'booking-com': 'Booking.com',
  vrbo: 'Vrbo',
  expedia: 'Expedia',
  other: 'A platform',
}

export const platformName = ({ platform, platformName: written }: ChannelRevision): string =>
  platform === 'other' ? (written ?? PLATFORM_NAMES.other) : PLATFORM_NAMES[platform]

/** The sources of bookings have the platforms' own names. */
export const sourceOf = ({ platform }: ChannelRevision): BookingSource => platform

/** What the platform keeps, at most the total; null where it does not say so in the site's currency. */
export function commissionOf(revision: ChannelRevision, total: Cents): Cents | null {
  const { commission, currency } = revision
  const isOurs = currency === null || currency === CURRENCY
  return commission !== null && isOurs && commission >= 0 ? Math.min(commission, total) : null
}

/** The total in the site's currency; null where the platform says none, or another currency. */
export function totalOf({ amount, currency }: ChannelRevision): Cents | null {
  const isOurs = currency === null || currency === CURRENCY
  return amount !== null && isOurs && amount >= 0 && amount <= LARGEST ? amount : null
}

/** Pets are not named by platforms. */
export function stayOf({ checkIn, checkOut, party }: DatedRevision): Stay {
  const { adults, children, infants } = party
  const rest = { children: children ?? 0, infants: infants ?? 0, pets: 0 }
  return { checkIn, checkOut, adults: Math.max(1, adults ?? 1), ...rest }
}

/**
 * What a booking has of its guest. A platform's address is a relay of its own, and the platform writes to its guests.
 * Without an address nothing is mailed.
 */
export function guestOf(revision: ChannelRevision) {
  const { name, surname, phone } = revision.guest
  const guestName = [name, surname].filter(Boolean).join(' ') || `A guest of ${platformName(revision)}`
  return { guestName, guestEmail: '', guestPhone: phone }
}

/** For operators: where it was booked, and what the platform says beside it. */
export function noteOf(revision: ChannelRevision): string {
  const { code, amount, currency, notes } = revision
  const other = amount !== null && totalOf(revision) === null
  const priced = other && `Its price there: ${formatMoney(amount).replace('$', '')} ${currency}.`
  const booked = `Booked on ${platformName(revision)}${code ? ` as ${code}` : ''}.`
  return [booked, priced, notes].filter(Boolean).join('\n').slice(0, 5000)
}

/** The price of a stay by a platform's total, with the taxes of the home in it. */
export async function priceFor(
  tx: Tx,
  { propertyId, stay, total }: { propertyId: string; stay: Stay; total: Cents },
): Promise<Price> {
  const nights = { from: stay.checkIn, to: stay.checkOut }
  const [property] = await listPropertyRules(tx, eq(properties.id, propertyId), nights)
  if (!property) throw new Error('the home of a listing is gone')
  return agreedPrice(property.rules.pricing, stay, total)
}

import type { BookingSource } from '#app/features/bookings/booking-sources.ts'
import type { BookingMoney } from '#app/features/bookings/booking-summary.ts'
import type { PriceParts } from '#app/features/pricing/price-parts.ts'
import type { IsoDate } from '#app/shared/dates.ts'
import type { Cents } from '#app/shared/money.ts'

export const PAGE_SIZE = 50

export const VIEWS = {
  'needs-me': 'Needs you',
  arriving: 'Upcoming',
  'in-house': 'In house',
  unpaid: 'Unpaid',
  past: 'Past',
  all: 'All',
} as const
export type BookingView = keyof typeof VIEWS

/** The filter of the list, in its address. `page` begins at 1; `property` is a slug or empty. */
export type BookingFilter = { view: BookingView; search: string; property: string; page: number }

/** A booking in the operator's list. */
export type ManagedBooking = {
  reference: string
  status: 'held' | 'pending' | 'confirmed' | 'declined' | 'cancelled' | 'expired'
  source: BookingSource
  property: string
  propertyId: string
  checkIn: IsoDate
  checkOut: IsoDate
  parts: PriceParts
  guestName: string
  guestEmail: string
  guestPhone: string | null
  adults: number
  children: number
  infants: number
  pets: number
  price: Cents
  /** When a request expires; null for never. */
  answerBy: Date | null
  timeZone: string
  /** The day at the home. */
  today: IsoDate
  paymentFailed: boolean
  money: BookingMoney
}

export const STATUS_WORDS: Record<ManagedBooking['status'], string> = {
  held: 'Being paid',
  pending: 'Request',
  confirmed: 'Confirmed',
  declined: 'Declined',
  cancelled: 'Canceled',
  expired: 'Expired',
}

/** The window of a status: lit while a stay is asked for or to come. */
export const toneOf = (status: ManagedBooking['status'] | null | undefined) =>
  status === 'confirmed' || status === 'pending' ? 'lit' : undefined

/** The address of a filter, with only what differs from the default. */
export function queryOfFilter(filter: Partial<BookingFilter>): string {
  const query = new URLSearchParams()
  if (filter.view) query.set('view', filter.view)
  if (filter.search) query.set('q', filter.search)
  if (filter.property) query.set('property', filter.property)
  if (filter.page && filter.page > 1) query.set('page', String(filter.page))
  const text = query.toString()
  return text && `?${text}`
}

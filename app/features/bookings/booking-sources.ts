/** The sources of bookings, as a form and a booking name them. Only the website’s guests booked it themselves. */
export const SOURCES = {
  website: 'On the website',
  phone: 'By phone',
  email: 'By email',
  friends: 'Friends or family',
  airbnb: 'Airbnb',
  vrbo: 'Vrbo',
  'booking-com': 'Booking.com',
  expedia: 'Expedia',
  other: 'Another way',
} as const
export type BookingSource = keyof typeof SOURCES

/** The same within a sentence. */
export const SOURCE_WORDS: Record<BookingSource, string> = {
  ...SOURCES,
  website: 'website',
  phone: 'phone',
  email: 'email',
  friends: 'friends',
  other: 'other',
}

/** Guests of these platforms paid there, and owe the operator nothing. */
const PAID_THERE: readonly BookingSource[] = ['airbnb', 'vrbo', 'booking-com', 'expedia']

export const isPaidElsewhere = (source: BookingSource) => PAID_THERE.includes(source)

const PLATFORMS: [RegExp, BookingSource][] = [
  [/airbnb/i, 'airbnb'],
  [/vrbo|homeaway/i, 'vrbo'],
  [/booking\.?com/i, 'booking-com'],
  [/expedia/i, 'expedia'],
]

/** The source for its name in a file of another system. */
export const sourceNamed = (name: string): BookingSource =>
  PLATFORMS.find(([pattern]) => pattern.test(name))?.[1] ?? 'other'

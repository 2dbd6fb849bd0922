import type { IsoDate } from '#app/shared/dates.ts'
import type { Cents } from '#app/shared/money.ts'
import type { Problem } from '#app/shared/problem.ts'
import type { Refusal, RefusalReason } from './refusal.ts'
import type { HomeMoment, HomeTerms, StayLimits } from './stay-rules.ts'

/** One night of a home: whether it is free, and the shortest stay that may begin on it. */
type CalendarNight = {
  date: IsoDate
  state: 'free' | 'taken'
  minimumStay: number
  /** Whether the home's days of arrival and its notice let a stay begin on it. */
  arrival: boolean
  /** The night by itself, before cleaning and taxes; null when the home has no rates. */
  rate: Cents | null
}

/** A home's nights over a span; `bookable` is false while it is not offered or has no rates. */
export type HomeCalendar = { propertyId: string; today: IsoDate; bookable: boolean; nights: CalendarNight[] }

/** All that choosing a stay in one home needs, as plain data. */
export type BookingTerms = HomeMoment & {
  propertyId: string
  bookable: boolean
  terms: HomeTerms
  /** The site's, with the home's own booking window. */
  limits: StayLimits
  /** Nights from here on are not open yet. */
  lastDay: IsoDate
  taken: IsoDate[]
}

/** What calls name the dates of a stay in their bodies. */
export const BODY_NAMES = { checkIn: 'checkInDate', checkOut: 'checkOutDate' } as const

/** A refusal as a call answers it, its fields under the names that the call knows. */
export function problemOf(refusal: Refusal, names: Partial<Record<string, string>>): Problem {
  const { reason, message, fields } = refusal
  const named = Object.entries(fields).map(([field, words]) => [names[field] ?? field, words])
  return { code: reason, message, fields: Object.fromEntries(named) }
}

const SAYS_NO: RefusalReason[] = ['dates-taken', 'no-rates', 'not-available', 'promo-ended', 'promo-used-up']

/** Whether it is the code that stands in the way, and not the stay. */
export const isAboutPromo = ({ reason }: Refusal) => reason.startsWith('promo-')

/** How a call answers a refused stay: the guest can mend it (400), there is no such home (404), or the home says no (409). */
export function refusalStatus(reason: RefusalReason): 400 | 404 | 409 {
  if (reason === 'not-found') return 404
  return SAYS_NO.includes(reason) ? 409 : 400
}

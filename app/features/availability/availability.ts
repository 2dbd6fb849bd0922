import type { IsoDate } from '#app/shared/dates.ts'
import type { Cents } from '#app/shared/money.ts'
import type { LocalTime, PropertyRules, StayLimits } from './stay-rules.ts'

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
export type PropertyCalendar = { propertyId: string; today: IsoDate; bookable: boolean; nights: CalendarNight[] }

/** All that choosing a stay in one home needs, as plain data. */
export type BookingOptions = LocalTime & {
  propertyId: string
  bookable: boolean
  rules: PropertyRules
  /** The site's, with the home's own booking window. */
  limits: StayLimits
  /** Nights from here on are not open yet. */
  lastDay: IsoDate
  taken: IsoDate[]
}

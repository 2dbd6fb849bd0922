import type { IsoDate } from '#app/shared/dates.ts'
import type { Cents } from '#app/shared/money.ts'
import type { LocalTime, PropertyRules, StayLimits } from './stay-rules.ts'

/** One night of a property: whether it is free, and the shortest stay that may begin on it. */
export type CalendarNight = {
  date: IsoDate
  state: 'free' | 'taken'
  minimumStay: number
  /** Whether arrival days and notice let a stay begin on it. */
  arrival: boolean
  /** The price of the night alone, before cleaning and taxes; null if the property has no rates. */
  rate: Cents | null
}

/** The nights of a property over a span; `bookable` is false if it is not offered or has no rates. `maximumStay` is in nights. */
export type PropertyCalendar = {
  propertyId: string
  today: IsoDate
  bookable: boolean
  maximumStay: number
  nights: CalendarNight[]
}

/** Everything needed to choose a stay in one property, as plain data. */
export type BookingOptions = LocalTime & {
  propertyId: string
  bookable: boolean
  rules: PropertyRules
  /** The limits of the site, with the property's own where they are shorter. */
  limits: StayLimits
  /** The first night that is not open for booking yet. */
  lastDay: IsoDate
  taken: IsoDate[]
  /** The stays that fill a short hole between two others, as `gapKey` has them. */
  gaps: string[]
  /** How long the operator may take to answer a request; 0 where bookings are confirmed at once. */
  answerHours: number
}

import type { CalendarNight } from '#app/features/availability/availability.ts'
import { addDays, type IsoDate } from '#app/shared/dates.ts'
import { type Cents, type Percent, percentOf } from '#app/shared/money.ts'

/** How many nights platforms are told of, from today on. */
export const NIGHTS_SENT = 500

/** How many rooms a night has: one, or none. */
export type RoomNight = { rooms: 0 | 1 }

/** The price and rules of a night on one platform. The price is null where the home has none, and then it is not sold. */
export type RateNight = {
  rate: Cents | null
  minimumStay: number
  closedToArrival: boolean
  closedToDeparture: boolean
  stopSell: boolean
}

/** A night of the home's own calendar, and whether a stay may end on its day. */
export type OwnNight = CalendarNight & { departure: boolean }

/** What a platform has of its own. */
type PlatformTerms = { markup: Percent; minimumStay: number | null }

/** The state of a home besides its nights. */
type Selling = {
  /** It is published, offered, and has prices. */
  isSold: boolean
  /** The last day on which a stay may begin. */
  lastArrival: IsoDate
  /** Nights that only this site sells, from the first to the last. */
  withheld: readonly { from: IsoDate; to: IsoDate }[]
}

const DOLLAR = 100

/** A price with percent on top, rounded half up to the whole dollar. Without any percent it stays as it is. */
export function withMarkup(price: Cents, markup: Percent): Cents {
  const more = percentOf(price, markup)
  return more === 0 ? price : Math.max(DOLLAR, Math.floor((price + more + DOLLAR / 2) / DOLLAR) * DOLLAR)
}

/** Which nights are free. None is of a home that is not sold, or after the last day on which a stay may begin. */
export const roomNights = (nights: readonly OwnNight[], { isSold, lastArrival }: Selling): Map<IsoDate, RoomNight> =>
  new Map(nights.map(({ date, state }) => [date, { rooms: isSold && state === 'free' && date <= lastArrival ? 1 : 0 }]))

/** The prices and rules for one platform. A platform's own minimum stay only makes stays longer. */
export const rateNights = (
  nights: readonly OwnNight[],
  { withheld, lastArrival }: Selling,
  { markup, minimumStay }: PlatformTerms,
): Map<IsoDate, RateNight> =>
  new Map(
    nights.map(({ date, rate, minimumStay: own, arrival, departure }) => [
      date,
      {
        rate: rate ? withMarkup(rate, markup) : null,
        minimumStay: Math.max(own, minimumStay ?? 1),
        closedToArrival: !arrival || date > lastArrival,
        closedToDeparture: !departure,
        stopSell: !rate || withheld.some(({ from, to }) => from <= date && date <= to),
      },
    ]),
  )

/** The nights of a home that is not published: none is free, and its prices stay as they are. */
export const CLOSED: RateNight = {
  rate: null,
  minimumStay: 1,
  closedToArrival: false,
  closedToDeparture: false,
  stopSell: true,
}

/** The nights `[from, to)` that are sent on a day. */
export const nightsSent = (today: IsoDate) => ({ from: today, to: addDays(today, NIGHTS_SENT) })

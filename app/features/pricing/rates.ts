import { type IsoDate, weekday } from '#app/shared/dates.ts'
import type { Cents, Percent } from '#app/shared/money.ts'

/** A part of every year, `MM-DD` to `MM-DD`, including first and last night; it may wrap New Year. */
export type Season = {
  id: string
  name: string
  startsOn: string
  endsOn: string
  minimumStay: number
  /** Arrival and departure weekdays (0 is Sunday); null means as in the rest of the year. */
  checkInDays: readonly number[] | null
}

/** Rates and rules of some weekdays in a season or, with null, in the rest of the year. */
type OnWeekdays = { seasonId: string | null; weekdays: readonly number[] }

/** The operator's override for one date: it wins over every rate and every minimum stay. */
type Override = {
  price: Cents | null
  minimumStay: number | null
  /** The reason of the price, shown to guests. */
  reason: string | null
}

/** A guest fee applies to each guest beyond those included; a pet fee once, however many pets, or to each pet. */
export type Fee = {
  id: string
  kind: 'stay' | 'guest' | 'pet'
  label: string
  amount: Cents
  per: 'stay' | 'night'
  includedGuests: number
  eachPet: boolean
  /** The ids of the taxes on it. */
  taxedBy: readonly string[]
}

/** Percent off the nights of a stay of at least this many nights. */
type StayDiscount = { label: string; fromNights: number; percent: Percent }

/** What a tax can apply to besides fees, which name their taxes. */
export type TaxedPart = 'nights' | 'cleaning'

/** `rate` is percent of what is taxed or, with another basis, dollars for each night or for each guest and night. */
export type Tax = {
  id: string
  name: string
  rate: Percent
  jurisdiction: string | null
  basis: 'percent' | 'night' | 'guest-night'
  appliesTo: readonly TaxedPart[]
  /** Only this many nights are taxed; null means all. */
  firstNights: number | null
  /** Stays of at least this many nights are exempt; null means none. */
  notFromNights: number | null
}

/**
 * Everything that a property's prices depend on, as plain data: the server reads it from rows, the booking frame gets it as
 * JSON.
 */
export type PricingRules = {
  /** Sunday to Thursday out of season, and every night without another rate. Null: the property has no rates. */
  baseNightly: Cents | null
  minimumStay: number
  /** Arrival and departure weekdays out of season; null means any. */
  checkInDays: readonly number[] | null
  seasons: readonly Season[]
  rates: readonly (OnWeekdays & { price: Cents })[]
  arrivalMinimums: readonly (OnWeekdays & { minimumStay: number })[]
  overrides: Readonly<Record<IsoDate, Override>>
  discounts: readonly StayDiscount[]
  cleaningFee: Cents
  fees: readonly Fee[]
  taxes: readonly Tax[]
}

/** The price of one night and its reason: an override of its date, a season, or neither. */
export type NightRate = {
  date: IsoDate
  price: Cents
  from: 'override' | 'rate'
  season: Season | null
  reason?: string
}

// MM-DD compares as text, so a season from 02-29 begins on 03-01 in a common year and one to 02-29 ends on 02-28.
function covers(season: Season, day: string): boolean {
  const afterStart = day >= season.startsOn
  const beforeEnd = day <= season.endsOn
  return season.startsOn <= season.endsOn ? afterStart && beforeEnd : afterStart || beforeEnd
}

function lengthOf(season: Season): number {
  const ordinal = (day: string) => Number(day.slice(0, 2)) * 31 + Number(day.slice(3))
  return (ordinal(season.endsOn) - ordinal(season.startsOn) + 372) % 372
}

/** The seasons that include the night, the shortest first: a holiday week inside the winter wins over the winter. */
export function seasonsOf(rules: PricingRules, date: IsoDate): Season[] {
  const day = date.slice(5)
  const found = rules.seasons.filter((season) => covers(season, day))
  return found.length < 2 ? found : found.sort((a, b) => lengthOf(a) - lengthOf(b) || (a.id < b.id ? -1 : 1))
}

/**
 * The row of the date's weekday in this part of the year; if several match, the one with the fewest weekdays, then the lowest
 * value.
 */
export function ofWeekday<Row extends OnWeekdays>(
  rows: readonly Row[],
  figure: (row: Row) => number,
  { seasonId, date }: { seasonId: string | null; date: IsoDate },
): number | null {
  const day = weekday(date)
  let first: Row | null = null
  for (const row of rows) {
    if (row.seasonId !== seasonId || !row.weekdays.includes(day)) continue
    const order = first ? row.weekdays.length - first.weekdays.length || figure(row) - figure(first) : -1
    if (order < 0) first = row
  }
  return first && figure(first)
}

/** The rate of a night; null if the property has no rates. Independent of the order of rows. */
export function rateOfNight(rules: PricingRules, date: IsoDate): NightRate | null {
  if (rules.baseNightly === null) return null
  const override = rules.overrides[date]
  if (override && override.price !== null) {
    const { price, reason } = override
    return { date, price, from: 'override', season: null, ...(reason && { reason }) }
  }
  const priceIn = (seasonId: string | null) => ofWeekday(rules.rates, (rate) => rate.price, { seasonId, date })
  for (const season of seasonsOf(rules, date)) {
    const price = priceIn(season.id)
    if (price !== null) return { date, price, from: 'rate', season }
  }
  return { date, price: priceIn(null) ?? rules.baseNightly, from: 'rate', season: null }
}

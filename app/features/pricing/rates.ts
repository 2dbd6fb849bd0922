import { type IsoDate, nightsBetween, weekday } from '#app/shared/dates.ts'
import type { Cents, Percent } from '#app/shared/money.ts'
import type { DiscountKind } from './discount-kinds.ts'
import type { FeeKind, FeePeriod } from './fee-kinds.ts'
import type { TaxBasis } from './tax-bases.ts'

/** A part of every year or of one, `MM-DD` to `MM-DD`, including first and last night. It may wrap New Year. */
export type Season = {
  id: string
  name: string
  startsOn: string
  endsOn: string
  /** The year of its first night; null means every year. */
  year: number | null
  minimumStay: number
  /** Arrival and departure weekdays (0 is Sunday); null means as in the rest of the year. */
  checkInDays: readonly number[] | null
}

/** The values for some weekdays in a season or, with null, in the rest of the year. */
type OnWeekdays = { seasonId: string | null; weekdays: readonly number[] }

/**
 * The price of a night on some weekdays. It begins on the date `from`. Until then, the price of the same weekdays with
 * an earlier date or null counts.
 */
type WeekdayRate = OnWeekdays & { price: Cents; from: IsoDate | null }

type ArrivalMinimum = OnWeekdays & { minimumStay: number }

/** The operator's override for one date: it wins over every rate and every minimum stay. */
type Override = {
  price: Cents | null
  minimumStay: number | null
  /** The reason of the price, shown to guests. */
  reason: string | null
}

/** A guest fee applies to each guest beyond those included. A pet fee once, however many pets, or to each pet. */
export type Fee = {
  id: string
  kind: FeeKind
  label: string
  amount: Cents
  per: FeePeriod
  includedGuests: number
  eachPet: boolean
  /** The ids of the taxes on it. */
  taxedBy: readonly string[]
}

/**
 * A stay that fills a hole between two others may be shorter than the minimum, down to this one. Its nights cost more
 * by the percentage, or less if it is negative.
 */
export type GapRule = { gapMinimumStay: number; gapPercent: number }

/** Percent off the nights. The threshold is in nights for a long stay, else in days from booking to check-in. */
export type StayDiscount = { label: string; kind: DiscountKind; threshold: number; percent: Percent }

/** The parts that a tax can apply to besides fees, which name their taxes. */
export type TaxedPart = 'nights' | 'cleaning'

/**
 * `rate` is percent of what is taxed. With another basis, it is dollars for each night, or for each guest and night.
 */
export type Tax = {
  id: string
  name: string
  rate: Percent
  jurisdiction: string | null
  basis: TaxBasis
  appliesTo: readonly TaxedPart[]
  /** Only this many nights are taxed; null means all. */
  taxedNights: number | null
  /** Stays of at least this many nights are exempt; null means none. */
  exemptFromNights: number | null
}

/**
 * Everything that a property's prices depend on, as plain data. The server reads it from rows, the booking frame gets
 * it as JSON.
 */
export type PricingRules = {
  /** Sunday to Thursday out of season, and every night without another rate. Null: the property has no rates. */
  baseNightly: Cents | null
  minimumStay: number
  /** The longest stay in nights; null means as long as the site allows. */
  maximumStay: number | null
  /** Null: a hole that is shorter than the minimum stays empty. */
  gap: GapRule | null
  /** Arrival and departure weekdays out of season; null means any. */
  checkInDays: readonly number[] | null
  seasons: readonly Season[]
  rates: readonly WeekdayRate[]
  arrivalMinimums: readonly ArrivalMinimum[]
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
  /** The weekdays that share the price; absent if it is of the date or the base price. */
  weekdays?: readonly number[]
  /** The first night with this price. */
  since?: IsoDate
}

/**
 * Whether a night is in the season. It compares as text. So a season from 02-29 begins on 03-01 in a common year and
 * one to 02-29 ends on 02-28.
 */
export function isInSeason({ startsOn, endsOn, year }: SeasonDates, date: IsoDate): boolean {
  const day = date.slice(5)
  const afterStart = day >= startsOn
  const beforeEnd = day <= endsOn
  const isInYear = startsOn <= endsOn ? afterStart && beforeEnd : afterStart || beforeEnd
  return isInYear && (year === null || Number(date.slice(0, 4)) === (afterStart ? year : year + 1))
}

export type SeasonDates = Pick<Season, 'startsOn' | 'endsOn' | 'year'>

/** How many nights a season has in a leap year. */
export function nightsOfSeason({ startsOn, endsOn }: Pick<Season, 'startsOn' | 'endsOn'>): number {
  const nights = nightsBetween(`2028-${startsOn}`, `2028-${endsOn}`) + 1
  return nights > 0 ? nights : nights + 366
}

/**
 * The seasons that include the night. Those of one year come first, then the shortest: a holiday week inside the winter
 * wins over the winter.
 */
export function seasonsOf<Of extends SeasonDates & { id: string }>(
  { seasons }: { seasons: readonly Of[] },
  date: IsoDate,
): Of[] {
  const found = seasons.filter((season) => isInSeason(season, date))
  return found.length < 2
    ? found
    : found.sort(
        (a, b) =>
          Number(b.year !== null) - Number(a.year !== null) ||
          nightsOfSeason(a) - nightsOfSeason(b) ||
          (a.id < b.id ? -1 : 1),
      )
}

type OnDate = { seasonId: string | null; date: IsoDate }

/** Whether a row is for this weekday in this part of the year. */
const isFor = ({ seasonId, weekdays }: OnWeekdays, part: string | null, day: number) =>
  seasonId === part && weekdays.includes(day)

/**
 * The order of rates that apply to a date. It is the fewest weekdays first, then the latest beginning, then the lowest
 * price.
 */
function byPrecedence(a: WeekdayRate, b: WeekdayRate): number {
  return a.weekdays.length - b.weekdays.length || compareText(b.from ?? '', a.from ?? '') || a.price - b.price
}

function compareText(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

const hasBegun = ({ from }: WeekdayRate, date: IsoDate) => from === null || from <= date

/** The rates of the date's weekday in this part of the year, the one that counts first. */
function ratesOn(rates: readonly WeekdayRate[], { seasonId, date }: OnDate): WeekdayRate[] {
  const day = weekday(date)
  return rates.filter((rate) => isFor(rate, seasonId, day) && hasBegun(rate, date)).sort(byPrecedence)
}

/** The price of the first of `ratesOn`; null without one. */
function priceOn(rates: readonly WeekdayRate[], { seasonId, date }: OnDate): Cents | null {
  const day = weekday(date)
  let first: WeekdayRate | null = null
  for (const rate of rates) {
    if (!isFor(rate, seasonId, day) || !hasBegun(rate, date)) continue
    if (!first || byPrecedence(rate, first) < 0) first = rate
  }
  return first?.price ?? null
}

/**
 * The minimum stay for arrivals on the date's weekday: of the row with the fewest weekdays, then the lowest. Null
 * without one.
 */
export function minimumOn(minimums: readonly ArrivalMinimum[], { seasonId, date }: OnDate): number | null {
  const day = weekday(date)
  const [first] = minimums
    .filter((row) => isFor(row, seasonId, day))
    .sort((a, b) => a.weekdays.length - b.weekdays.length || a.minimumStay - b.minimumStay)
  return first?.minimumStay ?? null
}

/**
 * Every rate that a night has, the one that counts first, independent of the order of rows. None if the property has no
 * rates.
 */
function* ratesOfNight(rules: PricingRules, date: IsoDate): Generator<NightRate, null> {
  if (rules.baseNightly === null) return null
  const override = rules.overrides[date]
  if (override && override.price !== null) {
    const { price, reason } = override
    yield { date, price, from: 'override', season: null, ...(reason && { reason }) }
  }
  for (const season of [...seasonsOf(rules, date), null]) {
    const rows = ratesOn(rules.rates, { seasonId: season?.id ?? null, date })
    for (const { price, weekdays, from: since } of rows) {
      yield { date, price, from: 'rate', season, weekdays, ...(since && { since }) }
    }
  }
  yield { date, price: rules.baseNightly, from: 'rate', season: null }
  return null
}

/** The rate of a night; null if the property has no rates. */
export function rateOfNight(rules: PricingRules, date: IsoDate): NightRate | null {
  return ratesOfNight(rules, date).next().value
}

/** Every rate that a night has, the one that counts first. */
export function listRatesOfNight(rules: PricingRules, date: IsoDate): NightRate[] {
  return [...ratesOfNight(rules, date)]
}

/** The price of `rateOfNight`, many times faster: a search asks for each night of thousands of stays. */
export function priceOfNight(rules: PricingRules, date: IsoDate): Cents | null {
  if (rules.baseNightly === null) return null
  const override = rules.overrides[date]
  if (override && override.price !== null) return override.price
  for (const { id } of seasonsOf(rules, date)) {
    const price = priceOn(rules.rates, { seasonId: id, date })
    if (price !== null) return price
  }
  return priceOn(rules.rates, { seasonId: null, date }) ?? rules.baseNightly
}

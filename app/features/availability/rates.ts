import { type IsoDate, weekday } from '#app/shared/dates.ts'
import type { Cents } from '#app/shared/money.ts'

/** A part of every year, `MM-DD` to `MM-DD`, first and last night included; it may wrap the year's end. */
export type Season = { id: string; name: string; startsOn: string; endsOn: string; minimumStay: number }

/** The price of a night on some weekdays (0 is Sunday), in a season or, with null, in the rest of the year. */
type Rate = { seasonId: string | null; weekdays: readonly number[]; price: Cents }

type PetFee = { label: string; amount: Cents; taxable: boolean }

/** `rate` is percent as decimal text with up to four decimals: `10.4` or `10.4000` is 10.4 %. */
export type Tax = { name: string; rate: string }

/** All that a home's prices depend on, as plain data: the server reads it from rows, the booking frame gets it as JSON. */
export type PricingRules = {
  /** Sunday to Thursday out of season, and every night that no rate names. Null: the home has no rates. */
  baseNightly: Cents | null
  minimumStay: number
  seasons: readonly Season[]
  rates: readonly Rate[]
  overrides: Readonly<Record<IsoDate, Cents>>
  cleaningFee: Cents
  petFee: PetFee | null
  taxes: readonly Tax[]
}

/** What one night costs and why: an override of its date, a season, or neither. */
export type NightRate = { price: Cents; from: 'override' | 'rate'; season: Season | null }

// MM-DD compares as text, so a season from 02-29 begins on 03-01 in a common year and one to 02-29 ends on 02-28.
function covers(season: Season, date: IsoDate): boolean {
  const day = date.slice(5)
  const afterStart = day >= season.startsOn
  const beforeEnd = day <= season.endsOn
  return season.startsOn <= season.endsOn ? afterStart && beforeEnd : afterStart || beforeEnd
}

function lengthOf(season: Season): number {
  const ordinal = (day: string) => Number(day.slice(0, 2)) * 31 + Number(day.slice(3))
  return (ordinal(season.endsOn) - ordinal(season.startsOn) + 372) % 372
}

/** The seasons that include the night, the shortest first: a holiday week inside the winter wins over the winter. */
function seasonsOf(rules: PricingRules, date: IsoDate): Season[] {
  return rules.seasons
    .filter((season) => covers(season, date))
    .sort((a, b) => lengthOf(a) - lengthOf(b) || (a.id < b.id ? -1 : 1))
}

function rateFor(rules: PricingRules, seasonId: string | null, date: IsoDate): Cents | null {
  const day = weekday(date)
  const [rate] = rules.rates
    .filter((candidate) => candidate.seasonId === seasonId && candidate.weekdays.includes(day))
    .sort((a, b) => a.weekdays.length - b.weekdays.length || a.price - b.price)
  return rate?.price ?? null
}

/** The rate of a night; null when the home has no rates. The order of the rows never matters. */
export function rateOfNight(rules: PricingRules, date: IsoDate): NightRate | null {
  if (rules.baseNightly === null) return null
  const override = rules.overrides[date]
  if (override !== undefined) return { price: override, from: 'override', season: null }
  for (const season of seasonsOf(rules, date)) {
    const price = rateFor(rules, season.id, date)
    if (price !== null) return { price, from: 'rate', season }
  }
  return { price: rateFor(rules, null, date) ?? rules.baseNightly, from: 'rate', season: null }
}

/** How many nights a stay that begins on this date has at least. */
export function minimumStayOn(rules: PricingRules, checkIn: IsoDate): number {
  return seasonsOf(rules, checkIn)[0]?.minimumStay ?? rules.minimumStay
}

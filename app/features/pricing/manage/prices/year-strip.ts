import type { PriceSettings, WeekdayPrice } from '#app/features/pricing/price-settings.ts'
import { isInSeason, nightsOfSeason } from '#app/features/pricing/rates.ts'
import { eachNight } from '#app/shared/dates.ts'
import { formatMoney } from '#app/shared/money.ts'
import { countOf } from '#app/shared/words.ts'
import { monthDay } from '../price-words.ts'

/** A run of days of the year in one season, or in none. */
type YearPart = {
  seasonId: string | null
  name: string
  /** Days before it and in it, of 366. */
  start: number
  days: number
  /** `Dec 15 to Apr 10`, which days these are, `from $1,450 a night`, `4-night minimum`. */
  span: string
  price: string
  minimum: string
  /** Cheapest 0, then 1 and so on. */
  level: number
}

/** Every year from January to December, by the season that applies on each day: the shortest that has it. */
export function yearParts({ nightly, stayRules, ...settings }: PriceSettings): YearPart[] {
  const seasons = settings.seasons.filter(({ year }) => year === null)
  const byLength = seasons.toSorted((a, b) => nightsOfSeason(a) - nightsOfSeason(b) || (a.id < b.id ? -1 : 1))
  const restPrice = lowestPrice(nightly.rates, nightly.price ?? Number.POSITIVE_INFINITY)
  const pricesOf = new Map(seasons.map((season) => [season.id, lowestPrice(season.rates, restPrice)]))
  const levels = [...new Set([restPrice, ...pricesOf.values()])].sort((a, b) => a - b)
  const parts: YearPart[] = []
  for (const [start, date] of eachNight('2028-01-01', '2029-01-01').entries()) {
    const season = byLength.find((one) => isInSeason(one, date)) ?? null
    const last = parts.at(-1)
    if (last && last.seasonId === (season?.id ?? null)) last.days += 1
    else {
      const price = season ? (pricesOf.get(season.id) ?? restPrice) : restPrice
      const minimum = season ? season.minimumStay : stayRules.minimumStay
      parts.push({
        seasonId: season?.id ?? null,
        name: season?.name ?? 'Rest of the year',
        start,
        days: 1,
        span: '',
        price: Number.isFinite(price) ? `from ${formatMoney(price)} a night` : 'no price',
        minimum: minimum === 1 ? 'no minimum' : `${countOf(minimum, 'night')} or more`,
        level: levels.indexOf(price),
      })
    }
  }
  const dayAt = (day: number) => monthDay((eachNight('2028-01-01', '2029-01-01')[day] ?? '').slice(5))
  return parts.map((part) => ({ ...part, span: `${dayAt(part.start)} to ${dayAt(part.start + part.days - 1)}` }))
}

/**
 * The lowest price of today's: prices that begin later do not count. `base` is the price of weekdays without a rate.
 */
function lowestPrice(rates: readonly WeekdayPrice[], base: number): number {
  const now = rates.filter(({ from }) => from === null)
  const days = new Set(now.flatMap(({ weekdays }) => weekdays))
  return Math.min(...now.map(({ price }) => price), ...(days.size < 7 ? [base] : []))
}

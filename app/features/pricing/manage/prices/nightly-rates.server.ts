import { type PriceSettings, pricingRulesOf, type SeasonSettings } from '#app/features/pricing/price-settings.ts'
import { nightsOfSeason, priceOfNight } from '#app/features/pricing/rates.ts'
import { addDays, formatDate, type IsoDate, weekday } from '#app/shared/dates.ts'
import { type Cents, formatAmount } from '#app/shared/money.ts'
import { seasonSpan } from '../price-words.ts'
import type { NightlyRate } from './price-sections.ts'

const WEEKEND = [5, 6]

/**
 * The rules for the price of a night, in the order in which they apply. Of those that fit, the last one counts. Their
 * prices are those of the price function.
 */
export function listNightlyRates(settings: PriceSettings, today: IsoDate): NightlyRate[] {
  const seasons = settings.seasons.toSorted(
    (a, b) =>
      Number(a.year !== null) - Number(b.year !== null) ||
      nightsOfSeason(b) - nightsOfSeason(a) ||
      (a.id < b.id ? 1 : -1),
  )
  return [null, ...seasons].flatMap((season) => {
    const { rates } = season ?? settings.nightly
    const starts = [...new Set(rates.flatMap(({ from }) => from ?? []))].toSorted()
    const name = season?.name ?? 'Every night'
    return [null, ...starts].map((from) => ({
      seasonId: season?.id ?? null,
      from,
      name,
      dates: from ? `from ${formatDate(from, 'long')}` : datesOf(season),
      ...pricesOf(settings, season, from ?? today),
      minimumStay: from ? null : (season ?? settings.stayRules).minimumStay,
    }))
  })
}

const datesOf = (season: SeasonSettings | null) => {
  if (!season) return 'always'
  return season.year === null ? `${seasonSpan(season)}, every year` : seasonSpan(season)
}

/** The prices of a week from this day on, as if the season had it whole. */
function pricesOf(settings: PriceSettings, season: SeasonSettings | null, first: IsoDate) {
  const whole = season ? [{ ...season, startsOn: '01-01', endsOn: '12-31', year: null }] : []
  // A price that begins later does not count yet, even if it begins within the week.
  const begun = <Rate extends { from: IsoDate | null }>(rates: readonly Rate[]) =>
    rates.flatMap((rate) => (rate.from === null || rate.from <= first ? [{ ...rate }] : []))
  const rules = pricingRulesOf(
    {
      ...settings,
      nightly: { ...settings.nightly, rates: begun(settings.nightly.rates) },
      seasons: whole.map((one) => ({ ...one, rates: begun(one.rates) })),
    },
    {},
  )
  const week = [0, 1, 2, 3, 4, 5, 6].map((day) => addDays(first, day))
  const wordsOn = (isWeekend: boolean) =>
    rangeWords(
      week
        .filter((date) => WEEKEND.includes(weekday(date)) === isWeekend)
        .flatMap((date) => priceOfNight(rules, date) ?? []),
    )
  return { weekdays: wordsOn(false), weekend: wordsOn(true) }
}

function rangeWords(prices: Cents[]): string {
  const [lowest, highest] = [Math.min(...prices), Math.max(...prices)]
  if (prices.length === 0) return 'no price'
  return lowest === highest ? formatAmount(lowest) : `${formatAmount(lowest)} to ${formatAmount(highest)}`
}

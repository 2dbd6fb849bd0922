import { z } from 'zod'
import { type PriceSettings, sortedRates, type WeekdayPrice } from '#app/features/pricing/price-settings.ts'
import { amountField, dateField, optionalField } from '#app/platform/change/fields.server.ts'
import { canonical } from '#app/shared/canonical.ts'
import { addDays, type IsoDate } from '#app/shared/dates.ts'
import { boundedText } from '#app/shared/input/bounded-text.ts'
import { type Cents, formatAmount } from '#app/shared/money.ts'
import { refuse } from '#app/shared/refusal.ts'
import { changeByPercent, LEAST_PRICE, MOST_PRICE, PERCENT_NEEDED, parsePercentChange } from '../price-change.ts'
import { priceForm } from './price-form.server.ts'

const changeField = boundedText(10, PERCENT_NEEDED).transform((text, { issues }) => {
  const percent = parsePercentChange(text)
  if (percent === null) issues.push({ code: 'custom', message: PERCENT_NEEDED, input: text })
  return percent ?? 0
})

const EVERY_DAY = [0, 1, 2, 3, 4, 5, 6]

const fields = z.object({
  from: dateField,
  percent: optionalField(changeField),
  /** By part of the year and weekdays. */
  prices: z.record(boundedText(100), optionalField(amountField(LEAST_PRICE, MOST_PRICE))).default({}),
})

/** Prices that begin on a date. A price that is left unchanged changes by the percentage, in whole dollars. */
export const laterForm = priceForm(fields, ({ from, percent, prices }) => {
  const priceOf = (name: string, stored: Cents): Cents | null => {
    const price = prices[name] ?? stored
    if (price !== stored) return price
    return percent === undefined ? null : changeByPercent(stored, percent)
  }
  return {
    key: null,
    edit: ({ settings, today: now }) => {
      const problem = dayProblem(from, now)
      if (problem) return refuse('invalid-input', problem, { from: problem })
      const { nightly, seasons } = settings
      const begin = (weekdays: number[], price: Cents | null): WeekdayPrice[] =>
        price === null ? [] : [{ weekdays, price, from, demo: false }]
      const withLater = (part: string, rates: readonly WeekdayPrice[], base: WeekdayPrice[]) => {
        const now = rates.filter((rate) => rate.from === null)
        const later = now.flatMap(({ weekdays, price }) =>
          begin(weekdays, priceOf(`${part}-${weekdays.join('')}`, price)),
        )
        return sortedRates([...withoutLater(rates, from), ...base, ...later])
      }
      const base = nightly.price === null ? [] : begin(EVERY_DAY, priceOf('base', nightly.price))
      const wanted: PriceSettings = {
        ...settings,
        nightly: { ...nightly, rates: withLater('rest', nightly.rates, base) },
        seasons: seasons.map((season) => ({ ...season, rates: withLater(season.id, season.rates, []) })),
      }
      if (pricesFrom(wanted, from).length === 0) {
        const message = 'Please change a price, or enter a percentage'
        return refuse('invalid-input', message, { percent: message })
      }
      const beyond = pricesFrom(wanted, from).find((price) => price < LEAST_PRICE || price > MOST_PRICE)
      if (beyond !== undefined) {
        const range = `${formatAmount(LEAST_PRICE)} to ${formatAmount(MOST_PRICE)}`
        const message = `A night would cost ${formatAmount(beyond)}, and a night costs ${range}`
        return refuse('invalid-input', message, { percent: message })
      }
      if (pricesFrom(settings, from).length > 0 && canonical(settings) !== canonical(wanted)) {
        const message = 'There are prices from this day on already. Remove them first'
        return refuse('invalid-input', message, { from: message })
      }
      return { ok: true, settings: wanted }
    },
  }
})

function dayProblem(from: IsoDate, today: IsoDate): string | null {
  if (from <= today) return 'Please choose a later day. For today on, change the prices themselves'
  return from > addDays(today, 1095) ? 'Please choose a day in the next three years' : null
}

const withoutLater = (rates: readonly WeekdayPrice[], from: string) => rates.filter((rate) => rate.from !== from)

/** The prices that begin on this date. */
const pricesFrom = ({ nightly, seasons }: PriceSettings, date: IsoDate): Cents[] =>
  [nightly, ...seasons].flatMap(({ rates }) => rates.filter(({ from }) => from === date).map(({ price }) => price))

/** Removes the prices that begin on a date, which is their id. */
export const laterRemoval = priceForm(z.object({}), (_, from) => ({
  key: null,
  edit: ({ settings }) => ({
    ok: true,
    settings: {
      ...settings,
      nightly: { ...settings.nightly, rates: withoutLater(settings.nightly.rates, from ?? '') },
      seasons: settings.seasons.map((season) => ({ ...season, rates: withoutLater(season.rates, from ?? '') })),
    },
  }),
}))

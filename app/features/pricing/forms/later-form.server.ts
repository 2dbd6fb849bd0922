import { dateField, type FieldReader, formSchema, optionalField } from '#app/platform/http/form-fields.server.ts'
import { boundedText } from '#app/shared/bounded-text.ts'
import { canonical } from '#app/shared/canonical.ts'
import { addDays, type IsoDate } from '#app/shared/dates.ts'
import type { Cents } from '#app/shared/money.ts'
import { type PriceSettings, sortedRates, type WeekdayPrice } from '../price-settings.ts'
import { nightPrice } from './nightly-form.server.ts'
import { invalid, type PriceForm } from './price-form.server.ts'

const CHANGE = 'Please enter a percentage from -90 to 300, such as 5 or -10'
const changeField = boundedText(10, CHANGE)
  .trim()
  .regex(/^[+-]?\d{1,3}(\.\d{1,2})?\s*%?$/, CHANGE)
  .transform(Number.parseFloat)
  .refine((percent) => percent >= -90 && percent <= 300 && percent !== 0, CHANGE)

const EVERY_DAY = [0, 1, 2, 3, 4, 5, 6]

/** Prices that begin on a date. A price that is left as it is takes the change in percent, in whole dollars. */
export const laterForm = formSchema((read): PriceForm => {
  const from = read.field('from', dateField)
  const percent = read.field('percent', optionalField(changeField))
  const priceOf = laterPrice(read, percent)
  return {
    key: null,
    edit: ({ settings, today: now }) => {
      const problem = dayProblem(from, now)
      if (problem) return invalid(problem, { from: problem })
      const { nightly, seasons } = settings
      const begin = (weekdays: number[], price: Cents | null): WeekdayPrice[] =>
        price === null ? [] : [{ weekdays, price, from, demo: false }]
      const withLater = (part: string, rates: readonly WeekdayPrice[], base: WeekdayPrice[]) => {
        const now = rates.filter((rate) => rate.from === null)
        const later = now.flatMap(({ weekdays, price }) =>
          begin(weekdays, priceOf(`price-${part}-${weekdays.join('')}`, price)),
        )
        return sortedRates([...withoutLater(rates, from), ...base, ...later])
      }
      const base = nightly.price === null ? [] : begin(EVERY_DAY, priceOf('price-base', nightly.price))
      const wanted: PriceSettings = {
        ...settings,
        nightly: { ...nightly, rates: withLater('rest', nightly.rates, base) },
        seasons: seasons.map((season) => ({ ...season, rates: withLater(season.id, season.rates, []) })),
      }
      if (!isLater(wanted, from)) {
        const message = 'Please change a price, or enter a percentage'
        return invalid(message, { percent: message })
      }
      if (isLater(settings, from) && canonical(settings) !== canonical(wanted)) {
        const message = 'There are prices from this day on already. Remove them first'
        return invalid(message, { from: message })
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

const isLater = ({ nightly, seasons }: PriceSettings, date: string) =>
  [nightly, ...seasons].some(({ rates }) => rates.some(({ from }) => from === date))

/** The price that a field asks for; null if it stays as stored. */
function laterPrice(read: FieldReader, percent: number | null) {
  const typed = new Map<string, Cents | null>()
  for (const name of Object.keys(read.texts)) {
    if (name.startsWith('price-')) typed.set(name, read.field(name, optionalField(nightPrice)))
  }
  return (name: string, stored: Cents): Cents | null => {
    const price = typed.get(name) ?? stored
    if (price !== stored) return price
    return percent === null ? null : Math.max(100, Math.round((stored * (100 + percent)) / 10_000) * 100)
  }
}

/** Removes the prices that begin on a date. */
export const laterRemoval = formSchema((read): PriceForm => {
  const from = read.field('id', dateField)
  return {
    key: null,
    edit: ({ settings }) => ({
      ok: true,
      settings: {
        ...settings,
        nightly: { ...settings.nightly, rates: withoutLater(settings.nightly.rates, from) },
        seasons: settings.seasons.map((season) => ({ ...season, rates: withoutLater(season.rates, from) })),
      },
    }),
  }
})

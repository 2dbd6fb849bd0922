import { amountField, type FieldReader, formSchema, optionalField } from '#app/platform/http/form-fields.server.ts'
import { type Cents, formatMoney } from '#app/shared/money.ts'
import { LEAST_PRICE, MOST_PRICE } from '../price-change.ts'
import { sortedRates, type WeekdayPrice } from '../price-settings.ts'
import type { PriceForm } from './price-form.server.ts'
import { weekdayRows } from './weekday-fields.server.ts'

export const nightPrice = amountField(LEAST_PRICE, MOST_PRICE)

/** The rows of prices of a form, and the later ones, which it does not show. */
export function priceRows(read: FieldReader): (kept: readonly WeekdayPrice[]) => WeekdayPrice[] {
  const rows = weekdayRows(read, 'rate', nightPrice).map(({ weekdays, value: price }) => ({
    weekdays,
    price,
    from: null,
    demo: false,
  }))
  return (kept) => sortedRates([...rows, ...kept.filter(({ from }) => from !== null)])
}

/** Base price, weekday prices and cleaning. */
export const nightlyForm = formSchema((read): PriceForm => {
  const price = read.field('price', optionalField(nightPrice))
  const cleaning = read.field('cleaning', amountField(0, 9_999_99))
  const ratesOf = priceRows(read)
  return {
    key: 'nightly',
    edit: ({ settings }) => {
      const { nightly } = settings
      const rates = ratesOf(nightly.rates)
      const questions = [
        ...(price === null && nightly.price !== null
          ? ['Without a price for every night, this home cannot be booked: guests read “Ask about dates”.']
          : []),
        ...farFrom(nightly.price, price),
      ]
      return { ok: true, settings: { ...settings, nightly: { price, cleaning, rates } }, questions }
    },
  }
})

/** A digit too many or too few is easily typed. */
export function farFrom(before: Cents | null, after: Cents | null): string[] {
  if (!before || !after || (after <= 3 * before && before <= 3 * after)) return []
  return [`A night goes from ${formatMoney(before)} to ${formatMoney(after)}.`]
}

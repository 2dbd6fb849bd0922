import { z } from 'zod'
import { sortedRates, type WeekdayPrice } from '#app/features/pricing/price-settings.ts'
import { amountField, optionalField } from '#app/platform/change/fields.server.ts'
import { type Cents, formatMoney } from '#app/shared/money.ts'
import { LEAST_PRICE, MOST_PRICE } from '../price-change.ts'
import { priceForm } from './price-form.server.ts'
import { weekdayRows } from './weekday-fields.server.ts'

export const nightPrice = amountField(LEAST_PRICE, MOST_PRICE)
export const priceRows = weekdayRows(nightPrice)

/** The rows of prices of a form, and the later ones, which it does not show. */
export const ratesOf = (rows: z.output<typeof priceRows>, kept: readonly WeekdayPrice[]): WeekdayPrice[] =>
  sortedRates([
    ...rows.map(({ weekdays, value }) => ({ weekdays, price: value, from: null, demo: false })),
    ...kept.filter(({ from }) => from !== null),
  ])

/** Base price, weekday prices and cleaning. */
export const nightlyForm = priceForm(
  z.object({ price: optionalField(nightPrice), cleaning: amountField(0, 9_999_99), rates: priceRows }),
  ({ price = null, cleaning, rates }) => ({
    key: 'nightly',
    edit: ({ settings }) => {
      const { nightly } = settings
      const questions = [
        ...(price === null && nightly.price !== null
          ? ['Without a price for every night, this home cannot be booked: guests read “Ask about dates”.']
          : []),
        ...farFrom(nightly.price, price),
      ]
      const wanted = { price, cleaning, rates: ratesOf(rates, nightly.rates) }
      return { ok: true, settings: { ...settings, nightly: wanted }, questions }
    },
  }),
)

/** A digit too many or too few is easily typed. */
function farFrom(before: Cents | null, after: Cents | null): string[] {
  if (!before || !after || (after <= 3 * before && before <= 3 * after)) return []
  return [`A night goes from ${formatMoney(before)} to ${formatMoney(after)}.`]
}

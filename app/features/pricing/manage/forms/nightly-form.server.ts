import { type PriceSettings, sortedRates, type WeekdayPrice } from '#app/features/pricing/price-settings.ts'
import { formOf } from '#app/platform/change/record-form.server.ts'
import { canonical } from '#app/shared/canonical.ts'
import { type Cents, formatMoney } from '#app/shared/money.ts'
import type { WeekdayRow } from '#app/shared/record-fields.ts'
import { NIGHTLY_FIELDS } from './price-fields.ts'
import { priceForm } from './price-form.server.ts'

type Nightly = PriceSettings['nightly']

/** The rows of prices of a form, and the later ones, which it does not show. */
export const ratesOf = (rows: readonly WeekdayRow[], kept: readonly WeekdayPrice[]): WeekdayPrice[] =>
  sortedRates([
    ...rows.map(({ days, value }) => ({ weekdays: days, price: value, from: null, demo: false })),
    ...kept.filter(({ from }) => from !== null),
  ])

/** Base price, weekday prices and cleaning. */
export const nightlyForm = priceForm(formOf(NIGHTLY_FIELDS), ({ price, cleaning, rates }) => ({
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
    if (isSame(wanted, nightly)) return { ok: true, settings }
    return { ok: true, settings: { ...settings, nightly: wanted }, questions }
  },
}))

/** Whose price it is, the operator's or the demo's, is no change by itself. */
function isSame(one: Nightly, other: Nightly): boolean {
  const [here, there] = [one, other].map(({ rates, ...rest }) =>
    canonical({ ...rest, rates: sortedRates(rates.map((rate) => ({ ...rate, demo: false }))) }),
  )
  return here === there
}

/** A digit too many or too few is easily typed. */
function farFrom(before: Cents | null, after: Cents | null): string[] {
  if (!before || !after || (after <= 3 * before && before <= 3 * after)) return []
  return [`A night goes from ${formatMoney(before)} to ${formatMoney(after)}.`]
}

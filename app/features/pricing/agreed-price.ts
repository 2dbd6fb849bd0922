import { addDays, nightsBetween } from '#app/shared/dates.ts'
import type { Cents } from '#app/shared/money.ts'
import type { Stay } from '#app/shared/stay.ts'
import { countOf } from '#app/shared/words.ts'
import { type Price, priceStay } from './price.ts'
import type { PricingRules } from './rates.ts'

/**
 * The price of a stay whose total was agreed. It has one line for its nights, which stands for every fee too, and the
 * taxes in it. Where the taxes of a night alone are more than the total, it has no taxes.
 */
export function agreedPrice(rules: PricingRules, stay: Stay, total: Cents): Price {
  const nights = nightsBetween(stay.checkIn, stay.checkOut)
  const label = `${countOf(nights, 'night')}, agreed price`
  const line = (amount: Cents) => ({ kind: 'nights' as const, label, amount })
  let forNights = total
  let price = priceNights(rules, stay, forNights)
  // Each step takes the taxes on the last one off. What a cent of rounding leaves is added to the nights.
  for (let step = 0; step < 40 && price.total !== total; step += 1) {
    const over = price.total - total
    forNights -= Math.trunc((over * forNights) / Math.max(price.total, 1)) || Math.sign(over)
    if (forNights < 0) return { nights, lines: [line(total)], total, currency: price.currency }
    price = priceNights(rules, stay, forNights)
  }
  const taxes = price.lines.filter(({ kind }) => kind === 'tax')
  const taxed = taxes.reduce((sum, { amount }) => sum + amount, 0)
  if (taxed > total) return { nights, lines: [line(total)], total, currency: price.currency }
  return { ...price, lines: [line(total - taxed), ...taxes], total }
}

/** The stay with `amount` for all of its nights, without fees and discounts. */
function priceNights(rules: PricingRules, stay: Stay, amount: Cents): Price {
  const nights = nightsBetween(stay.checkIn, stay.checkOut)
  const each = Math.floor(amount / nights)
  const overrides = Object.fromEntries(
    Array.from({ length: nights }, (_, night) => {
      const price = night === 0 ? amount - each * (nights - 1) : each
      return [addDays(stay.checkIn, night), { price, minimumStay: null, reason: null }]
    }),
  )
  const plain = { ...rules, baseNightly: 0, overrides, cleaningFee: 0, discounts: [], fees: [] }
  const price = priceStay(plain, stay, { today: stay.checkIn, gaps: new Set(), promo: null })
  if (!price) throw new Error('a stay with a price for each night has no price')
  return price
}

import type { Cents } from '#app/shared/money.ts'

/** The lowest and the highest price of a night. */
export const LEAST_PRICE: Cents = 100
export const MOST_PRICE: Cents = 9_999_900

export const PERCENT_NEEDED = 'Please enter a percentage from -90 to 300, such as 5 or -10'

const PERCENT = /^[+-]?\d{1,3}(\.\d{1,2})?\s?%?$/

/** By how many percent a price changes, as it is typed; null if it is none from -90 to 300, or 0. */
export function readPercentChange(typed: string): number | null {
  const text = typed.trim().replace('−', '-')
  const percent = PERCENT.test(text) ? Number.parseFloat(text) : 0
  return percent >= -90 && percent <= 300 && percent !== 0 ? percent : null
}

/** A price changed by percent, in whole dollars. */
export function changeByPercent(price: Cents, percent: number): Cents {
  return Math.round((price * (100 + percent)) / 10_000) * 100
}

import type { Cents } from '#app/shared/money.ts'

/** The lowest and the highest price of a night. */
export const LEAST_PRICE: Cents = 100
export const MOST_PRICE: Cents = 9_999_900

/** The limits of a price change in percent. */
const LEAST_PERCENT = -90
const MOST_PERCENT = 300

export const PERCENT_NEEDED = `Please enter a percentage from ${LEAST_PERCENT} to ${MOST_PERCENT}, such as 5 or -10`

const PERCENT = /^[+-]?\d{1,3}(\.\d{1,2})?\s?%?$/

/** Parses a price change in percent. Null if it is outside the limits, or 0. */
export function parsePercentChange(typed: string): number | null {
  const text = typed.trim().replace('−', '-')
  const percent = PERCENT.test(text) ? Number.parseFloat(text) : 0
  return percent >= LEAST_PERCENT && percent <= MOST_PERCENT && percent !== 0 ? percent : null
}

/** A price changed by percent, in whole dollars. */
export function changeByPercent(price: Cents, percent: number): Cents {
  return Math.round((price * (100 + percent)) / 10_000) * 100
}

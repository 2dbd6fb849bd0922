import type { Cents } from '../money.ts'

const DOLLARS = /^\$?\d{1,3}(,?\d{3})*(\.\d{1,2})?$/

/** Dollars as people type them, such as `1,200` or `$1,200.50`, in cents; null if it is no amount. */
export function centsFromTyped(text: string): Cents | null {
  const typed = text.trim()
  if (typed.length > 20 || !DOLLARS.test(typed)) return null
  return Math.round(Number(typed.replaceAll(/[$,]/g, '')) * 100)
}

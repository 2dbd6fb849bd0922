import type { Cents } from '#app/shared/money.ts'
import type { PriceLine } from './price.ts'

/** The lines of a price by purpose, in cents. They add up to the total; discounts are below 0. */
export type PriceParts = {
  nights: Cents
  discounts: Cents
  cleaning: Cents
  fees: Cents
  taxes: Cents
  /** The taxes by authority. */
  byJurisdiction: Record<string, Cents>
}

const RATE = / \([^()]*\)$/

/** The authority of a tax; a tax without one stands for itself. */
export const jurisdictionOf = ({ jurisdiction, label }: Pick<PriceLine, 'jurisdiction' | 'label'>) =>
  jurisdiction ?? label.replace(RATE, '')

export function partsOfPrice(lines: readonly PriceLine[]): PriceParts {
  const parts: PriceParts = { nights: 0, discounts: 0, cleaning: 0, fees: 0, taxes: 0, byJurisdiction: {} }
  for (const line of lines) {
    const { kind, amount } = line
    if (kind === 'nights') parts.nights += amount
    else if (kind === 'discount') parts.discounts += amount
    else if (kind === 'cleaning') parts.cleaning += amount
    else if (kind !== 'tax') parts.fees += amount
    else {
      const jurisdiction = jurisdictionOf(line)
      parts.taxes += amount
      parts.byJurisdiction[jurisdiction] = (parts.byJurisdiction[jurisdiction] ?? 0) + amount
    }
  }
  return parts
}

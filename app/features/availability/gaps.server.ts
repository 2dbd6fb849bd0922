import { type Gaps, gapKey } from '#app/features/pricing/price.ts'
import type { PricingRules } from '#app/features/pricing/rates.ts'
import { addDays, type IsoDate } from '#app/shared/dates.ts'
import { mayFillGap } from './stay-rules.ts'
import type { TakenSpan } from './taken-nights.server.ts'

/** Free nights `[from, to)` between two stays or blocks. */
export type Hole = { from: IsoDate; to: IsoDate }

/** For stays that are not checked against others. */
export const NO_GAPS: Gaps = new Set()

/** A night more on each side, which says whether a stay of these nights fills a hole. */
export const withNeighbors = ({ from, to }: Hole): Hole => ({ from: addDays(from, -1), to: addDays(to, 1) })

/**
 * The holes between the taken nights. A hold makes none: it may end, and somebody could hold nights only to have a gap
 * beside them.
 */
export function holesBetween(taken: readonly TakenSpan[]): Hole[] {
  const holes: Hole[] = []
  let end: IsoDate | null = null
  for (const { from, to } of taken.filter(({ kind }) => kind !== 'hold').sort((a, b) => (a.from < b.from ? -1 : 1))) {
    if (end !== null && from > end) holes.push({ from: end, to: from })
    if (end === null || to > end) end = to
  }
  return holes
}

/** The stays that fill one of these holes. It is shorter than the minimum stay, and the property allows it. */
export function gapsOf(holes: readonly Hole[], pricing: PricingRules): Gaps {
  if (!pricing.gap) return NO_GAPS
  const filled = holes.filter((hole) => mayFillGap(pricing, hole))
  return new Set(filled.map(({ from, to }) => gapKey({ checkIn: from, checkOut: to })))
}

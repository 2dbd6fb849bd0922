import { z } from 'zod/mini'
import { addDays, formatDate, type IsoDate, nightsBetween } from '#app/shared/dates.ts'
import type { Cents } from '#app/shared/money.ts'
import { countOf } from '#app/shared/words.ts'

/**
 * A cancellation policy: until `days` days before check-in, `percent` of the paid amount is refunded; after the last
 * step, nothing.
 */
export const cancellationPolicySchema = z.array(
  z.object({ days: z.int().check(z.minimum(0), z.maximum(365)), percent: z.int().check(z.minimum(1), z.maximum(100)) }),
)
/** The steps of a policy, in any order. None: nothing is refunded. */
export type CancellationPolicy = z.infer<typeof cancellationPolicySchema>

/** The steps in order of time: the most generous, which ends first, first. */
function inOrder(policy: CancellationPolicy): CancellationPolicy {
  return policy.toSorted((a, b) => b.days - a.days)
}

/**
 * The policy as a sentence: `Full refund up to 30 days before check-in, 50% up to 14 days, none after that.`
 */
export function cancellationWords(policy: CancellationPolicy): string {
  if (policy.length === 0) return 'No refunds after booking.'
  const steps = inOrder(policy).map(
    ({ days, percent }, index) =>
      `${percent === 100 ? 'full refund' : `${percent}%`} up to ${countOf(days, 'day')}${index === 0 ? ' before check-in' : ''}`,
  )
  const sentence = `${steps.join(', ')}, none after that.`
  return sentence.charAt(0).toUpperCase() + sentence.slice(1)
}

/**
 * The refund of `paid` for a cancellation on `today`, the property's local date. Half a cent is rounded up for the
 * guest.
 */
export function refundOn(today: IsoDate, stay: { policy: CancellationPolicy; checkIn: IsoDate; paid: Cents }): Cents {
  const left = nightsBetween(today, stay.checkIn)
  const step = inOrder(stay.policy).find(({ days }) => left >= days)
  return step ? Math.floor((stay.paid * step.percent + 50) / 100) : 0
}

/** The last day of each step, and the refund of `paid` until then. */
export function refundDeadlines(stay: { policy: CancellationPolicy; checkIn: IsoDate; paid: Cents }) {
  return inOrder(stay.policy).map(({ days }) => {
    const until = addDays(stay.checkIn, -days)
    return { until, refund: refundOn(until, stay) }
  })
}

/** The next deadline of a stay that is booked `today`, the property's local date: `Full refund until Thu, Dec 17`. */
export function nextDeadlineWords(
  policy: CancellationPolicy,
  { checkIn, today }: { checkIn: IsoDate; today: IsoDate },
): string {
  const step = inOrder(policy).find(({ days }) => addDays(checkIn, -days) >= today)
  if (!step) return 'No refund after booking'
  const share = step.percent === 100 ? 'Full refund' : `${step.percent}% refund`
  return `${share} until ${formatDate(addDays(checkIn, -step.days))}`
}

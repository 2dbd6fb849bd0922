import type { PricingRules } from '#app/features/pricing/rates.ts'
import { addDays, addMonths, formatDate, type IsoDate } from '#app/shared/dates.ts'
import { countOf } from '#app/shared/words.ts'
import { minimumStayOn } from '../stay-rules.ts'
import { type CalendarNights, firstCheckIn } from './stay-choice.ts'

/** A longer list of minimums is not read: arrival weekdays may change them from day to day. */
const LISTED = 3

/**
 * The hint before a check-in is chosen, with the minimum stay of the shown month and the next: `Select your check-in
 * date (2-night minimum, 4 nights from Tue, Dec 15).`
 */
export function checkInHint(rules: PricingRules, nights: CalendarNights, month: IsoDate): string {
  const first = firstCheckIn(nights)
  if (!first) return 'No dates are open right now.'
  const minimum = minimumWords(rules, first > month ? first : month, addDays(addMonths(month, 2), -1))
  return `Select your check-in date${minimum && ` (${minimum})`}.`
}

function minimumWords(rules: PricingRules, first: IsoDate, last: IsoDate): string {
  const steps: { from: IsoDate; minimum: number }[] = []
  for (let from = first; from <= last; from = addDays(from, 1)) {
    const minimum = minimumStayOn(rules, from)
    if (minimum !== steps.at(-1)?.minimum) steps.push({ from, minimum })
  }
  const minimums = steps.map(({ minimum }) => minimum)
  const [least, most] = [Math.min(...minimums), Math.max(...minimums)]
  if (most <= 1) return ''
  if (least === most) return `${most}-night minimum`
  if (steps.length > LISTED) return `${least}- to ${most}-night minimum`
  const [start, ...later] = steps
  const changes = later.map(({ from, minimum }) => `${countOf(minimum, 'night')} from ${formatDate(from)}`)
  return [`${start?.minimum}-night minimum`, ...changes].join(', ')
}

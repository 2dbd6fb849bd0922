import { type BookingTerms, judgeStay } from '#app/features/availability/availability.ts'
import { addDays } from '#app/shared/dates.ts'
import type { CalendarFacts } from '../stay-choice.ts'

type Verdict = ReturnType<CalendarFacts['refusal']>

const ANYONE = { adults: 1, children: 0, infants: 0, pets: 0 }

/** The home's terms as its calendar asks them: every stay is judged by the rules that the server judges it by, once. */
export function calendarFacts({ terms, limits, today, lastDay, taken }: BookingTerms): CalendarFacts {
  const verdicts = new Map<string, Verdict>()
  return {
    today,
    end: addDays(lastDay, limits.maxStayNights - 1),
    taken: new Set(taken),
    refusal: (checkIn, checkOut) => {
      const key = checkIn + checkOut
      const known = verdicts.get(key)
      if (known !== undefined) return known
      const judged = judgeStay(terms, { ...ANYONE, checkIn, checkOut }, { today, limits })
      const verdict = judged.ok ? null : judged
      verdicts.set(key, verdict)
      return verdict
    },
  }
}

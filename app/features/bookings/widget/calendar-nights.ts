import type { BookingOptions } from '#app/features/availability/availability.ts'
import type { CalendarNights } from '#app/features/availability/stay-picker/stay-choice.ts'
import { checkArrival, checkStay } from '#app/features/availability/stay-rules.ts'
import { addDays, type IsoDate } from '#app/shared/dates.ts'

type Refusal = ReturnType<CalendarNights['refusal']>

const ANYONE = { adults: 1, children: 0, infants: 0, pets: 0 }

/** Memoizes by key. */
function once<Value>(work: (key: string) => Value): (key: string) => Value {
  const known = new Map<string, Value>()
  return (key) => {
    if (!known.has(key)) known.set(key, work(key))
    return known.get(key) as Value
  }
}

/**
 * The property's rules for its calendar: each stay is checked once, with the rules that the server uses. Nights held for the
 * guest are free to that guest.
 */
export function calendarNights(
  { rules, limits, today, hour, lastDay, taken }: BookingOptions,
  held: { checkIn: IsoDate; checkOut: IsoDate } | null = null,
): CalendarNights {
  const context = { today, hour, limits }
  // The calendar asks about sixty check-outs, so an impossible arrival is refused only once.
  const arrival = once((checkIn) => checkArrival(rules, checkIn, context))
  const stay = once((dates): Refusal => {
    const [checkIn = '', checkOut = ''] = dates.split(' ')
    const outcome = checkStay(rules, { ...ANYONE, checkIn, checkOut }, context)
    return outcome.ok ? null : outcome
  })
  return {
    today,
    end: addDays(lastDay, limits.maxStayNights - 1),
    taken: new Set(held ? taken.filter((night) => night < held.checkIn || night >= held.checkOut) : taken),
    refusal: (checkIn: IsoDate, checkOut: IsoDate) => arrival(checkIn) ?? stay(`${checkIn} ${checkOut}`),
  }
}

import { addDays, eachNight, type IsoDate } from '#app/shared/dates.ts'

/** Dates being chosen: nothing, a check-in, or both. */
export type StayChoice = { checkIn: IsoDate | null; checkOut: IsoDate | null }

/** What the calendar knows. Which stays the home allows is asked, never known here: the rules stand in one place. */
export type CalendarNights = {
  today: IsoDate
  /** No stay reaches beyond this day. */
  end: IsoDate
  taken: ReadonlySet<IsoDate>
  /** What stands against a stay of these dates, whatever is taken; null when nothing does. */
  refusal: (checkIn: IsoDate, checkOut: IsoDate) => { reason: string; message: string } | null
}

/** A night that is free, taken, past or not open yet; one that is not free may still be the day of leaving. */
export type DayState = 'free' | 'taken' | 'checkout-only' | 'past' | 'closed'

const nothing: StayChoice = { checkIn: null, checkOut: null }

export function isFree(night: IsoDate, { today, end, taken }: CalendarNights): boolean {
  return night >= today && night < end && !taken.has(night)
}

/** Whether every night up to the day of leaving is free. */
export function allFree(checkIn: IsoDate, checkOut: IsoDate, facts: CalendarNights): boolean {
  return eachNight(checkIn, checkOut).every((night) => isFree(night, facts))
}

/** Whether a guest who arrives then can leave on that later day. */
export function canStay(checkIn: IsoDate, checkOut: IsoDate, facts: CalendarNights): boolean {
  return checkOut > checkIn && allFree(checkIn, checkOut, facts) && !facts.refusal(checkIn, checkOut)
}

/** The first day on which a guest who arrives then can leave; null when no stay can begin there. */
export function firstCheckOut(checkIn: IsoDate, facts: CalendarNights): IsoDate | null {
  for (let night = checkIn; isFree(night, facts); night = addDays(night, 1)) {
    const checkOut = addDays(night, 1)
    const refusal = facts.refusal(checkIn, checkOut)
    if (!refusal) return checkOut
    if (refusal.reason === 'too-long') return null
  }
  return null
}

function canEnd(checkOut: IsoDate, facts: CalendarNights): boolean {
  for (let night = addDays(checkOut, -1); isFree(night, facts); night = addDays(night, -1)) {
    const refusal = facts.refusal(night, checkOut)
    if (!refusal) return true
    if (refusal.reason === 'too-long') return false
  }
  return false
}

/** The check-in while the day of leaving is being chosen, for days after it; else null. */
export function arrivalBefore(date: IsoDate, { checkIn, checkOut }: StayChoice, facts: CalendarNights): IsoDate | null {
  if (!checkIn || checkOut || date <= checkIn) return null
  return firstCheckOut(checkIn, facts) ? checkIn : null
}

/** A taken night after a free one can still be the day of leaving, unless the arrival that is chosen lies otherwise. */
export function dayState(date: IsoDate, choice: StayChoice, facts: CalendarNights): DayState {
  if (date < facts.today) return 'past'
  if (isFree(date, facts)) return 'free'
  const leavingIsNext = choice.checkIn !== null && choice.checkOut === null
  const half = leavingIsNext ? canChoose(date, choice, facts) : canEnd(date, facts)
  if (half) return 'checkout-only'
  return facts.taken.has(date) ? 'taken' : 'closed'
}

/** Whether a press on the day chooses it: as the day of leaving after an arrival, else as an arrival. */
export function canChoose(date: IsoDate, choice: StayChoice, facts: CalendarNights): boolean {
  const arrival = arrivalBefore(date, choice, facts)
  return arrival ? canStay(arrival, date, facts) : firstCheckOut(date, facts) !== null
}

/** Where a day stands in what is chosen. */
export function dayPosition(date: IsoDate, { checkIn, checkOut }: StayChoice): 'start' | 'end' | 'between' | undefined {
  if (date === checkIn) return 'start'
  if (date === checkOut) return 'end'
  return checkIn && checkOut && date > checkIn && date < checkOut ? 'between' : undefined
}

/**
 * The choice after a press on a day. The first press is the check-in and the second, on a day on which one can leave, the check-out;
 * a third, or one before the check-in, starts again, and one on the check-in undoes it. Whatever cannot be chosen changes nothing.
 */
export function chooseDay(choice: StayChoice, date: IsoDate, facts: CalendarNights): StayChoice {
  if (date === choice.checkIn && !choice.checkOut) return nothing
  if (!canChoose(date, choice, facts)) return choice
  const arrival = arrivalBefore(date, choice, facts)
  return arrival ? { checkIn: arrival, checkOut: date } : { checkIn: date, checkOut: null }
}

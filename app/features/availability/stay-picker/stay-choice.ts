import { addDays, eachNight, type IsoDate } from '#app/shared/dates.ts'

/** Dates being chosen: nothing, a check-in, or both. */
export type StayChoice = { checkIn: IsoDate | null; checkOut: IsoDate | null }

/** The nights that a calendar shows. It calls `refusal` for each stay: the stay rules are not repeated here. */
export type CalendarNights = {
  today: IsoDate
  /** No stay reaches beyond this day. */
  end: IsoDate
  taken: ReadonlySet<IsoDate>
  /** Why the rules refuse these dates, ignoring taken nights; null if they allow them. */
  refusal: (checkIn: IsoDate, checkOut: IsoDate) => { reason: string; message: string } | null
  /** Why a free night cannot be chosen, also after a check-in; not needed where every night can be. */
  disabledWords?: (date: IsoDate, checkIn: IsoDate | null, nights: CalendarNights) => string
}

/** `closed` is not open for booking yet; a night that is not free may still be a check-out day. */
type DayState = 'free' | 'taken' | 'checkout-only' | 'past' | 'closed'

const NOTHING_CHOSEN: StayChoice = { checkIn: null, checkOut: null }

function isFree(night: IsoDate, { today, end, taken }: CalendarNights): boolean {
  return night >= today && night < end && !taken.has(night)
}

/** Whether every night up to the check-out is free. */
export function allFree(checkIn: IsoDate, checkOut: IsoDate, nights: CalendarNights): boolean {
  return eachNight(checkIn, checkOut).every((night) => isFree(night, nights))
}

/** Whether a stay of these dates can be booked. */
export function canStay(checkIn: IsoDate, checkOut: IsoDate, nights: CalendarNights): boolean {
  return checkOut > checkIn && allFree(checkIn, checkOut, nights) && !nights.refusal(checkIn, checkOut)
}

/** The first possible check-out of a check-in; null when no stay can begin there. */
export function firstCheckOut(checkIn: IsoDate, nights: CalendarNights): IsoDate | null {
  for (let night = checkIn; isFree(night, nights); night = addDays(night, 1)) {
    const checkOut = addDays(night, 1)
    const refusal = nights.refusal(checkIn, checkOut)
    if (!refusal) return checkOut
    if (refusal.reason === 'too-long') return null
  }
  return null
}

/** The first day on which a stay can begin; null when there is none. */
export function firstCheckIn(nights: CalendarNights): IsoDate | null {
  for (let date = nights.today; date < nights.end; date = addDays(date, 1)) {
    if (firstCheckOut(date, nights)) return date
  }
  return null
}

function canEnd(checkOut: IsoDate, nights: CalendarNights): boolean {
  for (let night = addDays(checkOut, -1); isFree(night, nights); night = addDays(night, -1)) {
    const refusal = nights.refusal(night, checkOut)
    if (!refusal) return true
    if (refusal.reason === 'too-long') return false
  }
  return false
}

/** While the check-out is being chosen, the check-in, for days after it; else null. */
export function arrivalBefore(
  date: IsoDate,
  { checkIn, checkOut }: StayChoice,
  nights: CalendarNights,
): IsoDate | null {
  if (!checkIn || checkOut || date <= checkIn) return null
  return firstCheckOut(checkIn, nights) ? checkIn : null
}

/** A taken night after a free one can still be a check-out, unless the chosen check-in rules it out. */
export function dayState(date: IsoDate, choice: StayChoice, nights: CalendarNights): DayState {
  if (date < nights.today) return 'past'
  if (isFree(date, nights)) return 'free'
  const isCheckOutNext = choice.checkIn !== null && choice.checkOut === null
  const isCheckOut = isCheckOutNext ? canChoose(date, choice, nights) : canEnd(date, nights)
  if (isCheckOut) return 'checkout-only'
  return nights.taken.has(date) ? 'taken' : 'closed'
}

/** Whether a click on the day chooses it, as the check-out after a check-in, else as the check-in. */
export function canChoose(date: IsoDate, choice: StayChoice, nights: CalendarNights): boolean {
  const arrival = arrivalBefore(date, choice, nights)
  return arrival ? canStay(arrival, date, nights) : firstCheckOut(date, nights) !== null
}

/** The position of a day in the chosen stay. */
export function dayPosition(date: IsoDate, { checkIn, checkOut }: StayChoice): 'start' | 'end' | 'between' | undefined {
  if (date === checkIn) return 'start'
  if (date === checkOut) return 'end'
  return checkIn && checkOut && date > checkIn && date < checkOut ? 'between' : undefined
}

/**
 * The choice after a click on a day. The first click is the check-in, the second, on a possible day, the check-out. A third, or one
 * before the check-in, starts again; one on the check-in undoes it. A click on an impossible day changes nothing.
 */
export function chooseDay(choice: StayChoice, date: IsoDate, nights: CalendarNights): StayChoice {
  if (date === choice.checkIn && !choice.checkOut) return NOTHING_CHOSEN
  if (!canChoose(date, choice, nights)) return choice
  const arrival = arrivalBefore(date, choice, nights)
  return arrival ? { checkIn: arrival, checkOut: date } : { checkIn: date, checkOut: null }
}

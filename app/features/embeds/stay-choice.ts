import { addDays, eachNight, type IsoDate, isIsoDate } from '#app/shared/dates.ts'

/** Dates being chosen: nothing, a check-in, or both. */
export type StayChoice = { checkIn: IsoDate | null; checkOut: IsoDate | null }

/** What the calendar knows: nights that are taken, the home's today, the day from which on no stay may begin, and the longest stay. */
export type CalendarFacts = { taken: ReadonlySet<IsoDate>; today: IsoDate; lastDay: IsoDate; maxNights: number }

type DayState = 'free' | 'taken' | 'checkout-only' | 'past'

const nothing: StayChoice = { checkIn: null, checkOut: null }

/** The dates that a query names, one or both; an end that does not follow the beginning is none. */
export function choiceFromQuery(query: URLSearchParams): StayChoice {
  const [checkIn, checkOut] = [query.get('checkin') ?? '', query.get('checkout') ?? '']
  if (!isIsoDate(checkIn)) return nothing
  return { checkIn, checkOut: isIsoDate(checkOut) && checkOut > checkIn ? checkOut : null }
}

/** The last day that any stay can reach: one that begins at the end of the booking window runs on past it. */
export function lastCheckOut({ lastDay, maxNights }: CalendarFacts): IsoDate {
  return addDays(lastDay, maxNights - 1)
}

function isFree(night: IsoDate, facts: CalendarFacts): boolean {
  return night >= facts.today && night < lastCheckOut(facts) && !facts.taken.has(night)
}

function canBegin(date: IsoDate, facts: CalendarFacts): boolean {
  return date < facts.lastDay && isFree(date, facts)
}

function allFree(from: IsoDate, to: IsoDate, facts: CalendarFacts): boolean {
  return eachNight(from, to).every((night) => isFree(night, facts))
}

/** A day of the calendar. A taken night after a free one can still be the day of leaving: half lit. */
export function dayState(date: IsoDate, facts: CalendarFacts): DayState {
  if (date < facts.today) return 'past'
  if (canBegin(date, facts)) return 'free'
  return isFree(addDays(date, -1), facts) ? 'checkout-only' : 'taken'
}

/** Where a day stands in what is chosen. */
export function dayPlace(date: IsoDate, { checkIn, checkOut }: StayChoice): 'start' | 'end' | 'between' | undefined {
  if (date === checkIn) return 'start'
  if (date === checkOut) return 'end'
  return checkIn && checkOut && date > checkIn && date < checkOut ? 'between' : undefined
}

/**
 * The choice after a press on a day. The first press is the check-in; the second, later one is the check-out when every night
 * up to it is free; anything else starts again from that day, or changes nothing when no stay can start there.
 */
export function chooseDay(choice: StayChoice, date: IsoDate, facts: CalendarFacts): StayChoice {
  const { checkIn, checkOut } = choice
  if (checkIn && !checkOut) {
    if (date === checkIn) return nothing
    if (date > checkIn && allFree(checkIn, date, facts)) return { checkIn, checkOut: date }
  }
  return canBegin(date, facts) ? { checkIn: date, checkOut: null } : choice
}

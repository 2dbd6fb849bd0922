import { addDays, formatDate, type IsoDate, nightsBetween } from '#app/shared/dates.ts'
import { countOf } from '#app/shared/words.ts'
import {
  allFree,
  arrivalBefore,
  type CalendarNights,
  canChoose,
  dayPosition,
  dayState,
  firstCheckOut,
  type StayChoice,
} from './stay-choice.ts'

const STATE_WORDS = { taken: 'booked', 'checkout-only': 'check-out only', past: 'past', closed: 'not open yet' }
const POSITION_WORDS = { start: 'your check-in', end: 'your check-out', between: 'part of your stay' }

function atLeast(checkIn: IsoDate, first: IsoDate | null): string {
  return first && first > addDays(checkIn, 1) ? `${nightsBetween(checkIn, first)}-night minimum` : ''
}

/** Why a free night cannot be chosen now, as the `disabledWords` of a property's nights. */
export function disabledWords(date: IsoDate, arrival: IsoDate | null, nights: CalendarNights): string {
  const first = arrival && firstCheckOut(arrival, nights)
  if (arrival && first && date < first) return atLeast(arrival, first)
  if (arrival && !allFree(arrival, date, nights)) return 'after a booked night'
  const minimum = atLeast(date, firstCheckOut(date, { ...nights, taken: new Set() }))
  if (!arrival && minimum) return `${minimum}, but fewer nights are open`
  const refusal = arrival ? nights.refusal(arrival, date) : nights.refusal(date, addDays(date, 1))
  return refusal?.message.replace(/\.$/, '') ?? 'not open yet'
}

/** The label of a day: `booked`, `available, 4-night minimum`, `check-out only`. */
export function dayWords(date: IsoDate, choice: StayChoice, nights: CalendarNights): string {
  const position = dayPosition(date, choice)
  if (position) return POSITION_WORDS[position]
  const state = dayState(date, choice, nights)
  const arrival = arrivalBefore(date, choice, nights)
  const chosen = canChoose(date, choice, nights)
  if (arrival && chosen) return countOf(nightsBetween(arrival, date), 'night')
  if (state === 'free' && chosen)
    return ['available', atLeast(date, firstCheckOut(date, nights))].filter(Boolean).join(', ')
  return state === 'free' ? (nights.disabledWords?.(date, arrival, nights) ?? '') : STATE_WORDS[state]
}

/** The chosen dates, and the next step. */
export function choiceWords({ checkIn, checkOut }: StayChoice, nights: CalendarNights): string {
  if (!checkIn) return 'Select your check-in date.'
  const arrival = formatDate(checkIn, 'day')
  if (checkOut)
    return `${arrival} to ${formatDate(checkOut, 'day')}: ${countOf(nightsBetween(checkIn, checkOut), 'night')}.`
  const minimum = atLeast(checkIn, firstCheckOut(checkIn, nights))
  return `Check-in ${arrival}. Now select check-out${minimum && ` (${minimum})`}.`
}

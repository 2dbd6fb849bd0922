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

const STATE_WORDS = { taken: 'taken', 'checkout-only': 'check-out only', past: 'past', closed: 'not open yet' }
const PLACE_WORDS = { start: 'your check-in', end: 'your check-out', between: 'your night' }

function atLeast(checkIn: IsoDate, first: IsoDate | null): string {
  return first && first > addDays(checkIn, 1) ? `${countOf(nightsBetween(checkIn, first), 'night')} at least` : ''
}

/** Why a free night cannot be chosen now. */
function offWords(date: IsoDate, arrival: IsoDate | null, facts: CalendarNights): string {
  const first = arrival && firstCheckOut(arrival, facts)
  if (arrival && first && date < first) return atLeast(arrival, first)
  if (arrival && !allFree(arrival, date, facts)) return 'after a taken night'
  const minimum = atLeast(date, firstCheckOut(date, { ...facts, taken: new Set() }))
  if (!arrival && minimum) return `${minimum}, and fewer are free`
  const refusal = arrival ? facts.refusal(arrival, date) : facts.refusal(date, addDays(date, 1))
  return refusal?.message.replace(/\.$/, '') ?? 'not open yet'
}

/** What a day means for the choice, without its date: `taken`, `free, 4 nights at least`, `check-out only`. */
export function dayWords(date: IsoDate, choice: StayChoice, facts: CalendarNights): string {
  const place = dayPosition(date, choice)
  if (place) return PLACE_WORDS[place]
  const state = dayState(date, choice, facts)
  const arrival = arrivalBefore(date, choice, facts)
  const chosen = canChoose(date, choice, facts)
  if (arrival && chosen) return countOf(nightsBetween(arrival, date), 'night')
  if (state === 'free' && chosen) return ['free', atLeast(date, firstCheckOut(date, facts))].filter(Boolean).join(', ')
  return state === 'free' ? offWords(date, arrival, facts) : STATE_WORDS[state]
}

/** What is chosen, and what comes next. */
export function choiceWords({ checkIn, checkOut }: StayChoice, facts: CalendarNights): string {
  if (!checkIn) return 'Choose the night you arrive.'
  const arrival = formatDate(checkIn, 'day')
  if (checkOut)
    return `${arrival} to ${formatDate(checkOut, 'day')}: ${countOf(nightsBetween(checkIn, checkOut), 'night')}.`
  const minimum = atLeast(checkIn, firstCheckOut(checkIn, facts))
  return `Check-in ${arrival}. Now choose the day you leave${minimum && `, ${minimum}`}.`
}

import { useState } from 'react'
import { addMonths, formatDate, type IsoDate, startOfMonth } from '#app/shared/dates.ts'
import { CalendarGrid } from '#app/ui/calendar-grid.tsx'
import { type CalendarFacts, chooseDay, dayPlace, dayState, type StayChoice } from '../stay-choice.ts'

const STATE_WORDS = { free: 'free', taken: 'taken', 'checkout-only': 'check-out only', past: 'past' }
const PLACE_WORDS = { start: 'your check-in', end: 'your check-out', between: 'your night' }

type Props = { choice: StayChoice; facts: CalendarFacts; onChoose: (choice: StayChoice) => void }

/** The house at night: a lit window is a free night. */
export function StayCalendar({ choice, facts, onChoose }: Props) {
  const [month, setMonth] = useState(startOfMonth(choice.checkIn ?? facts.today))
  const day = (date: IsoDate) => {
    const place = dayPlace(date, choice)
    const state = dayState(date, facts)
    const words = [formatDate(date, 'long'), place ? PLACE_WORDS[place] : STATE_WORDS[state]]
    return { state, selected: place, label: words.join(', ') }
  }
  return (
    <div>
      <CalendarGrid
        month={month}
        first={startOfMonth(facts.today)}
        last={addMonths(facts.lastDay, 0)}
        day={day}
        onMonth={setMonth}
        onChoose={(date) => onChoose(chooseDay(choice, date, facts))}
      />
      <ul aria-hidden="true" className="booking-legend">
        <li data-state="free">Light on: free</li>
        <li data-state="taken">Taken</li>
      </ul>
    </div>
  )
}

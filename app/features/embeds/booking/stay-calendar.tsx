import { useState } from 'react'
import { formatDate, type IsoDate, startOfMonth } from '#app/shared/dates.ts'
import { CalendarGrid } from '#app/ui/calendar-grid.tsx'
import { CalendarKey } from '#app/ui/calendar-key.tsx'
import { type CalendarFacts, chooseDay, dayPlace, dayState, lastCheckOut, type StayChoice } from '../stay-choice.ts'

const STATE_WORDS = { free: 'free', taken: 'taken', 'checkout-only': 'check-out only', past: 'past' }
const KEY = [
  { state: 'free' as const, text: 'Light on: free' },
  { state: 'taken' as const, text: 'Taken' },
  { state: 'checkout-only' as const, text: 'Check-out only' },
]
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
        earliest={facts.today}
        latest={lastCheckOut(facts)}
        day={day}
        onMonth={setMonth}
        onPick={(date) => onChoose(chooseDay(choice, date, facts))}
      />
      <CalendarKey entries={KEY} />
    </div>
  )
}

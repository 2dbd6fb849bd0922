import { useRef, useState } from 'react'
import { formatDate, type IsoDate, startOfMonth } from '#app/shared/dates.ts'
import { CalendarGrid } from '#app/ui/calendar/calendar-grid.tsx'
import { choiceWords, dayWords } from './day-labels.ts'
import {
  arrivalBefore,
  type CalendarNights,
  canChoose,
  canStay,
  chooseDay,
  dayPosition,
  dayState,
  firstCheckIn,
  firstCheckOut,
  type StayChoice,
} from './stay-choice.ts'

type Props = {
  choice: StayChoice
  nights: CalendarNights
  onChoose: (choice: StayChoice) => void
  /** The formatted total of a stay that could be chosen. */
  totalOf?: (checkIn: IsoDate, checkOut: IsoDate) => string | null
  /** The hint before a check-in is chosen, for the shown month. */
  checkInHint?: (month: IsoDate) => string
  takesFocus?: boolean
}

/**
 * The calendar of free nights. It opens at the chosen check-in, else at the first possible one. The line below it shows
 * the chosen dates and their total, or why a day cannot be chosen.
 */
export function StayCalendar({ choice, nights, onChoose, totalOf, checkInHint, takesFocus }: Props) {
  const [month, setMonth] = useState(() => startOfMonth(choice.checkIn ?? firstCheckIn(nights) ?? nights.today))
  const [pointed, setPointed] = useState<IsoDate | null>(null)
  const [refused, setRefused] = useState<string | null>(null)
  const root = useRef<HTMLDivElement>(null)

  const wordsOf = (date: IsoDate) => {
    const arrival = arrivalBefore(date, choice, nights)
    const total = arrival && canStay(arrival, date, nights) && totalOf?.(arrival, date)
    return `${dayWords(date, choice, nights)}${total ? `, ${total} total` : ''}`
  }
  const lineOf = (date: IsoDate) => `${formatDate(date, 'day')}: ${wordsOf(date)}.`
  const previewOf = (date: IsoDate) => {
    const arrival = arrivalBefore(date, choice, nights)
    if (!arrival) return undefined
    if (pointed && canStay(arrival, pointed, nights)) return dayPosition(date, { checkIn: arrival, checkOut: pointed })
    return date < (firstCheckOut(arrival, nights) ?? '') ? ('needed' as const) : undefined
  }
  const choose = (next: StayChoice) => {
    setPointed(null)
    setRefused(null)
    onChoose(next)
  }
  const pick = (date: IsoDate) => {
    const next = chooseDay(choice, date, nights)
    if (next === choice) setRefused(lineOf(date))
    else choose(next)
  }
  const clear = () => {
    choose({ checkIn: null, checkOut: null })
    root.current?.querySelector<HTMLElement>('[tabindex="0"][data-date]')?.focus()
  }

  return (
    <div ref={root}>
      <CalendarGrid
        month={month}
        earliest={nights.today}
        latest={nights.end}
        day={(date) => ({
          state: dayState(date, choice, nights),
          off: !canChoose(date, choice, nights),
          selected: dayPosition(date, choice),
          preview: previewOf(date),
          isToday: date === nights.today,
          label: `${formatDate(date, 'long')}, ${wordsOf(date)}`,
        })}
        onMonth={setMonth}
        onPick={pick}
        onPoint={setPointed}
        takesFocus={takesFocus}
      />
      <div className="calendar-line">
        <p role="status" data-covered={pointed !== null || undefined}>
          {refused ?? ((!choice.checkIn && checkInHint?.(month)) || choiceWords(choice, nights))}
        </p>
        {pointed && <p aria-hidden="true">{lineOf(pointed)}</p>}
        {choice.checkIn && (
          <button type="button" className="button button-quiet calendar-clear" onClick={clear}>
            Clear dates
          </button>
        )}
      </div>
    </div>
  )
}

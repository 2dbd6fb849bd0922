import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { addMonths, formatMonth, type IsoDate, startOfMonth } from '#app/shared/dates.ts'
import { dateAfterKey, weeksOfMonth } from './calendar-month.ts'

export type CalendarDay = {
  state: 'free' | 'taken' | 'checkout-only' | 'past'
  selected?: 'start' | 'end' | 'between'
  /** All that a screen reader says of the day, its date included. */
  label: string
}

type CalendarGridProps = {
  /** Any day of the month that is shown; one beyond `earliest` and `latest` shows the nearest month that can be turned to. */
  month: IsoDate
  onMonth: (month: IsoDate) => void
  day: (date: IsoDate) => CalendarDay
  /** Called for any day but `past` ones: what a taken day means, and what to say, is the caller's. */
  onPick: (date: IsoDate) => void
  earliest?: IsoDate
  latest?: IsoDate
}

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

/**
 * A month of days by the ARIA grid pattern: one tab stop, arrows, Home and End, Page Up and Down (with Shift a year),
 * Enter and Space. It runs on preact/compat too: hooks of React's core only. Its looks are in calendar-grid.css.
 */
export function CalendarGrid(props: CalendarGridProps) {
  const { onMonth, day, onPick, earliest = '1900-01-01', latest = '2199-12-31' } = props
  const month = startOfMonth(within(props.month, earliest, latest))
  const headingId = useId()
  const body = useRef<HTMLTableSectionElement>(null)
  const movedByKey = useRef(false)
  const [focused, setFocused] = useState<IsoDate | null>(null)

  const weeks = weeksOfMonth(month)
  const tabStop = focused && startOfMonth(focused) === month ? focused : firstStop(weeks, day)

  useEffect(() => {
    if (!movedByKey.current) return
    movedByKey.current = false
    body.current?.querySelector<HTMLElement>(`[data-date="${tabStop}"]`)?.focus()
  }, [tabStop])

  const pick = (date: IsoDate) => {
    setFocused(date)
    if (day(date).state !== 'past') onPick(date)
  }
  const press = (event: KeyboardEvent, date: IsoDate) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault()
      pick(date)
      return
    }
    const next = dateAfterKey(date, event.key, event.shiftKey)
    if (!next) return
    event.preventDefault()
    const nextMonth = startOfMonth(next)
    if (nextMonth < startOfMonth(earliest) || nextMonth > startOfMonth(latest)) return
    movedByKey.current = true
    setFocused(next)
    if (nextMonth !== month) onMonth(nextMonth)
  }

  return (
    <div className="calendar" data-turn={Number(month.slice(5, 7)) % 2}>
      <div className="calendar-head">
        <TurnButton
          label="Previous month"
          path="M10 3L5 8l5 5"
          off={month <= startOfMonth(earliest)}
          onPress={() => onMonth(addMonths(month, -1))}
        />
        <p className="calendar-month" id={headingId} aria-live="polite">
          {formatMonth(month)}
        </p>
        <TurnButton
          label="Next month"
          path="M6 3l5 5-5 5"
          off={month >= startOfMonth(latest)}
          onPress={() => onMonth(addMonths(month, 1))}
        />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the ARIA grid pattern of a date picker */}
      <table className="calendar-grid" role="grid" aria-labelledby={headingId}>
        <thead>
          <tr>
            {WEEKDAYS.map((name) => (
              <th key={name} scope="col" abbr={name}>
                {name.slice(0, 1)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={body}>
          {weeks.map((week, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a cell keeps its place when the month turns, and so the focus
            <tr key={row}>
              {week.map((date, column) => (
                <DayCell
                  // biome-ignore lint/suspicious/noArrayIndexKey: as above
                  key={column}
                  date={date}
                  day={date ? day(date) : null}
                  isTabStop={date === tabStop}
                  onPick={pick}
                  onKey={press}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function within(date: IsoDate, earliest: IsoDate, latest: IsoDate): IsoDate {
  if (date < earliest) return earliest
  return date > latest ? latest : date
}

type DayCellProps = {
  date: IsoDate | null
  day: CalendarDay | null
  isTabStop: boolean
  onPick: (date: IsoDate) => void
  onKey: (event: KeyboardEvent, date: IsoDate) => void
}

function DayCell({ date, day, isTabStop, onPick, onKey }: DayCellProps) {
  if (!date || !day) return <td />
  return (
    <td
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the ARIA grid pattern of a date picker
      role="gridcell"
      className="calendar-day"
      tabIndex={isTabStop ? 0 : -1}
      data-date={date}
      data-state={day.state}
      data-selected={day.selected}
      aria-label={day.label}
      aria-selected={day.selected ? true : undefined}
      aria-disabled={day.state === 'free' || day.state === 'checkout-only' ? undefined : true}
      onClick={() => onPick(date)}
      onKeyDown={(event) => onKey(event, date)}
    >
      <span>{Number(date.slice(8))}</span>
    </td>
  )
}

function firstStop(weeks: (IsoDate | null)[][], day: CalendarGridProps['day']): IsoDate | null {
  const dates = weeks.flat().filter((date) => date !== null)
  const stops = [(of: CalendarDay) => of.selected === 'start', (of: CalendarDay) => of.state === 'free']
  for (const isStop of stops) {
    const found = dates.find((date) => isStop(day(date)))
    if (found) return found
  }
  return dates[0] ?? null
}

/** Off is said, not `disabled`, so that the focus stays where it is at the last month. */
function TurnButton(props: { label: string; path: string; off: boolean; onPress: () => void }) {
  return (
    <button
      type="button"
      className="calendar-turn"
      aria-label={props.label}
      aria-disabled={props.off || undefined}
      onClick={() => props.off || props.onPress()}
    >
      <svg width="16" height="16" fill="none" stroke="currentColor" strokeWidth="1.75" aria-hidden="true">
        <path d={props.path} />
      </svg>
    </button>
  )
}

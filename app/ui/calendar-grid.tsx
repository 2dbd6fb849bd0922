import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { addMonths, formatMonth, type IsoDate, startOfMonth } from '#app/shared/dates.ts'
import { dateAfterKey, weeksOfMonth } from './calendar-month.ts'
import { type CalendarDay, CalendarWeeks } from './calendar-weeks.tsx'

type CalendarGridProps = {
  /** Any day of the month that is shown; one beyond `earliest` and `latest` shows the nearest month that can be turned to. */
  month: IsoDate
  /** With 2 the next month stands beside it where there is room. */
  months?: 1 | 2
  onMonth: (month: IsoDate) => void
  day: (date: IsoDate) => CalendarDay
  /** Called for any day but `past` ones: what a day that cannot be chosen means, and what to say, is the caller's. */
  onPick: (date: IsoDate) => void
  /** The day under a mouse, or that the keys went to, and null when it is left. */
  onPoint?: (date: IsoDate | null) => void
  earliest?: IsoDate
  latest?: IsoDate
  /** Takes the focus to the grid when it appears, as in a dialog. */
  takesFocus?: boolean
}

/**
 * Months of days by the ARIA grid pattern: each grid is one tab stop, with arrows, Home and End, Page Up and Down (with Shift
 * a year), Enter and Space. It runs on preact/compat too: hooks of React's core only. Its looks are in calendar-grid.css.
 */
export function CalendarGrid(props: CalendarGridProps) {
  const { months = 1, onMonth, day, onPick, onPoint, earliest = '1900-01-01', latest = '2199-12-31' } = props
  const month = startOfMonth(within(props.month, earliest, latest))
  const shown = months === 2 ? [month, addMonths(month, 1)] : [month]
  const id = useId()
  const root = useRef<HTMLDivElement>(null)
  const [focused, setFocused] = useState<IsoDate | null>(null)
  const focusIsDue = useRef(props.takesFocus ?? false)

  // Before the next key comes: it goes on from the day that has the focus.
  useLayoutEffect(() => {
    if (!focusIsDue.current) return
    focusIsDue.current = false
    const stop = focused ? `[data-date="${focused}"]` : '[tabindex="0"][data-date]'
    root.current?.querySelector<HTMLElement>(stop)?.focus()
  })

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
    focusIsDue.current = true
    setFocused(next)
    onPoint?.(next)
    // Whether the second month is there is the styles' to say.
    const seen = [...(root.current?.querySelectorAll('table') ?? [])].filter((table) => table.offsetParent).length
    if (nextMonth < month) onMonth(nextMonth)
    else if (nextMonth > addMonths(month, seen - 1)) onMonth(addMonths(nextMonth, 1 - seen))
  }

  return (
    <div ref={root} className="calendar" onPointerLeave={() => onPoint?.(null)}>
      <TurnButton
        label="Previous month"
        path="M10 3L5 8l5 5"
        off={month <= startOfMonth(earliest)}
        onPress={() => onMonth(addMonths(month, -1))}
      />
      <TurnButton
        label="Next month"
        path="M6 3l5 5-5 5"
        off={month >= startOfMonth(latest)}
        onPress={() => onMonth(addMonths(month, 1))}
      />
      <p className="sr-only" aria-live="polite">
        {formatMonth(month)}
      </p>
      <div className="calendar-months">
        {shown.map((one, place) => (
          <div key={one} className="calendar-page">
            <p className="calendar-month" id={id + place} aria-hidden="true">
              {formatMonth(one)}
            </p>
            <CalendarWeeks
              weeks={weeksOfMonth(one)}
              labelledBy={id + place}
              focused={focused}
              day={day}
              onPick={pick}
              onKey={press}
              onPoint={onPoint}
            />
          </div>
        ))}
      </div>
    </div>
  )
}

function within(date: IsoDate, earliest: IsoDate, latest: IsoDate): IsoDate {
  if (date < earliest) return earliest
  return date > latest ? latest : date
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

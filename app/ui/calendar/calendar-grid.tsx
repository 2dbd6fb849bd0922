import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { addMonths, formatMonth, type IsoDate, startOfMonth } from '#app/shared/dates.ts'
import { IconButton } from '../icon-button.tsx'
import { dateAfterKey, monthsBetween } from './calendar-month.ts'
import { type CalendarDay, CalendarWeeks } from './calendar-weeks.tsx'

type CalendarGridProps = {
  /** Any day of the shown month; outside `earliest` and `latest`, the nearest month in range is shown. */
  month: IsoDate
  onMonth: (month: IsoDate) => void
  day: (date: IsoDate) => CalendarDay
  /** Called for any day except `past` ones: the caller decides what happens for unavailable days. */
  onPick: (date: IsoDate) => void
  /** The hovered or focused day, and null when it is left. */
  onPoint?: (date: IsoDate | null) => void
  /** The first and the last day that can be shown. */
  earliest: IsoDate
  latest: IsoDate
  /** Moves the focus to the grid when it appears, as in a dialog. */
  takesFocus?: boolean
}

/**
 * A month, and the next one beside it if there is room, by the ARIA grid pattern. Each grid is one tab stop. Keys are
 * arrows, Home and End, Page Up and Down (with Shift a year), Enter and Space. It also runs on preact/compat: use hooks
 * of React's core only. Styles are in calendar-grid.css.
 */
export function CalendarGrid(props: CalendarGridProps) {
  const { onMonth, day, onPick, onPoint, earliest, latest } = props
  const month = startOfMonth(within(props.month, earliest, latest))
  const root = useRef<HTMLDivElement>(null)
  const [focused, setFocused] = useState<IsoDate | null>(null)
  const focusIsDue = useRef(props.takesFocus ?? false)

  // Synchronously, before the next key: it continues from the focused day.
  useLayoutEffect(() => {
    if (!focusIsDue.current) return
    focusIsDue.current = false
    const stop = focused ? `[data-date="${focused}"]` : '[tabindex="0"][data-date]'
    root.current?.querySelector<HTMLElement>(stop)?.focus()
    // After the blur of the previous day, which is no longer hovered.
    if (focused) onPoint?.(focused)
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
    // CSS decides whether the second month is visible.
    const seen = [...(root.current?.querySelectorAll('table') ?? [])].filter((table) => table.offsetParent).length
    if (nextMonth < month) onMonth(nextMonth)
    else if (nextMonth > addMonths(month, seen - 1)) onMonth(addMonths(nextMonth, 1 - seen))
  }

  return (
    <div ref={root} className="calendar" onPointerLeave={() => onPoint?.(null)}>
      <CalendarHead month={month} earliest={earliest} latest={latest} onMonth={onMonth} />
      <p className="sr-only" aria-live="polite">
        {formatMonth(month)}
      </p>
      <div className="calendar-months">
        {[month, addMonths(month, 1)].map((one) => (
          <div key={one} className="calendar-page">
            <p className="calendar-month" aria-hidden="true">
              {formatMonth(one)}
            </p>
            <CalendarWeeks month={one} focused={focused} day={day} onPick={pick} onKey={press} onPoint={onPoint} />
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

type HeadProps = Pick<CalendarGridProps, 'month' | 'earliest' | 'latest' | 'onMonth'>

/** The months in range in a select, between the buttons of the previous and the next one. */
function CalendarHead({ month, earliest, latest, onMonth }: HeadProps) {
  return (
    <div className="calendar-head">
      <TurnButton
        label="Previous month"
        path="M10 3L5 8l5 5"
        off={month <= startOfMonth(earliest)}
        onPress={() => onMonth(addMonths(month, -1))}
      />
      <select
        className="calendar-select"
        aria-label="Month"
        value={month}
        onChange={(event) => onMonth(event.currentTarget.value)}
      >
        {monthsBetween(earliest, latest).map((one) => (
          <option key={one} value={one}>
            {formatMonth(one)}
          </option>
        ))}
      </select>
      <TurnButton
        label="Next month"
        path="M6 3l5 5-5 5"
        off={month >= startOfMonth(latest)}
        onPress={() => onMonth(addMonths(month, 1))}
      />
    </div>
  )
}

/** `aria-disabled` instead of `disabled`, so that the focus stays at the last month. */
function TurnButton(props: { label: string; path: string; off: boolean; onPress: () => void }) {
  return (
    <IconButton
      className="calendar-turn"
      label={props.label}
      path={props.path}
      aria-disabled={props.off || undefined}
      onClick={() => props.off || props.onPress()}
    />
  )
}

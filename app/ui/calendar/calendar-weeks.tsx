import type { CSSProperties, KeyboardEvent } from 'react'
import { formatMonth, type IsoDate } from '#app/shared/dates.ts'
import { weeksOfMonth } from './calendar-month.ts'
import { WeekdayHead } from './weekday-head.tsx'

type Place = 'start' | 'end' | 'between'

export type CalendarDay = {
  /** `closed` is neither free nor taken: not open for booking yet. */
  state: 'free' | 'taken' | 'checkout-only' | 'past' | 'closed'
  /** A free night that cannot be chosen now. */
  off?: boolean
  selected?: Place
  /** The preview of the hovered selection; `needed` nights are included in any case. Visual only. */
  preview?: Place | 'needed'
  isToday?: boolean
  /** The full label for screen readers, with the date. */
  label: string
}

type WeeksProps = {
  /** Its first day. */
  month: IsoDate
  focused: IsoDate | null
  day: (date: IsoDate) => CalendarDay
  onPick: (date: IsoDate) => void
  onKey: (event: KeyboardEvent, date: IsoDate) => void
  onPoint?: (date: IsoDate | null) => void
}

/** One month as a grid of the ARIA pattern. */
export function CalendarWeeks({ month, focused, day, ...actions }: WeeksProps) {
  const weeks = weeksOfMonth(month)
  const dates = weeks.flat().filter((date) => date !== null)
  const days = new Map(dates.map((date) => [date, day(date)]))
  const first = (isStop: (one: CalendarDay) => boolean) => dates.find((date) => isStop(days.get(date) as CalendarDay))
  const stop =
    dates.find((date) => date === focused) ??
    first(({ selected }) => selected === 'start') ??
    first(({ state, off }) => state === 'free' && !off) ??
    dates[0]
  return (
    // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the ARIA grid pattern of a date picker
    <table className="calendar-grid" role="grid" aria-label={formatMonth(month)}>
      <WeekdayHead />
      <tbody>
        {weeks.map((week, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a month's weeks never change places
          <tr key={row}>
            {week.map((date, column) => {
              const one = date && days.get(date)
              // biome-ignore lint/suspicious/noArrayIndexKey: as above
              if (!date || !one) return <td key={column} />
              return (
                <DayCell key={date} date={date} day={one} step={row + column} isStop={date === stop} {...actions} />
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type CellProps = Pick<WeeksProps, 'onPick' | 'onKey' | 'onPoint'> & {
  date: IsoDate
  day: CalendarDay
  /** Its position in the order in which the month's windows light up. */
  step: number
  isStop: boolean
}

function DayCell({ date, day, step, isStop, onPick, onKey, onPoint }: CellProps) {
  const isOff = day.state === 'free' && day.off
  const isDark = day.state !== 'free' && day.state !== 'checkout-only'
  return (
    <td
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the ARIA grid pattern of a date picker
      role="gridcell"
      className="calendar-day"
      style={{ '--step': step } as CSSProperties}
      tabIndex={isStop ? 0 : -1}
      data-date={date}
      data-state={day.state}
      data-off={isOff || undefined}
      data-selected={day.selected}
      data-preview={day.preview}
      aria-label={day.label}
      aria-current={day.isToday ? 'date' : undefined}
      aria-selected={day.selected ? true : undefined}
      aria-disabled={isOff || isDark || undefined}
      onClick={() => onPick(date)}
      onKeyDown={(event) => onKey(event, date)}
      onPointerEnter={({ pointerType }) => pointerType === 'touch' || onPoint?.(date)}
      onBlur={() => onPoint?.(null)}
    >
      <span>{Number(date.slice(8))}</span>
    </td>
  )
}

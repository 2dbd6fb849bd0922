import { type TouchEvent, useRef } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { addMonths, formatMonth, type IsoDate, startOfMonth } from '#app/shared/dates.ts'
import { weeksOfMonth } from '#app/ui/calendar/calendar-month.ts'
import { WeekdayHead } from '#app/ui/calendar/weekday-head.tsx'
import { type BoardProperty, kindWords, type Night, nightsOf, nightWords, shortMoney, spanWords } from './board.ts'
import { type Chosen, calendarPath, NOTHING_OPEN } from './calendar-address.ts'
import type { NightCell } from './night-cells.ts'

type Props = {
  property: BoardProperty
  properties: BoardProperty[]
  day: IsoDate
  selected: Chosen | null
  /** The night that Tab reaches, if it is shown; else it is the first that is not past. */
  stop: NightCell | null
}

/** A month of one property for phones, in the windows that guests see. Its stays and blocks are a list. */
export function PhoneMonth({ property, properties, day, selected, stop }: Props) {
  const swipe = useSwipe(properties, property)
  const month = startOfMonth(day)
  const nights = new Map(
    nightsOf(property, { from: month, to: addMonths(month, 1) }).map((night) => [night.date, night]),
  )
  const first = [...nights.values()].find(({ isPast }) => !isPast)?.date ?? month
  const tabStop = stop?.slug === property.slug && nights.has(stop.date) ? stop.date : first
  return (
    <div className="phone-month calendar" data-property={property.slug} {...swipe}>
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the ARIA grid pattern of a date picker */}
      <table className="calendar-grid" role="grid" aria-label={`${property.name}, ${formatMonth(month)}`}>
        <WeekdayHead />
        <tbody>
          {weeksOfMonth(month).map((week, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a month's weeks never change places
            <tr key={row}>
              {week.map((date, column) => {
                const night = date && nights.get(date)
                // biome-ignore lint/suspicious/noArrayIndexKey: as above
                if (!night) return <td key={column} />
                const isSelected = isChosen(property, selected, date)
                const isToday = date === property.today
                return <PhoneNight key={date} {...{ night, isToday, isSelected }} isStop={date === tabStop} />
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <MonthBars property={property} month={month} />
    </div>
  )
}

function isChosen({ slug }: BoardProperty, selected: Chosen | null, date: IsoDate): boolean {
  return Boolean(selected?.slugs.includes(slug) && selected.first <= date && date <= selected.last)
}

/** A finger that moves this far to the side goes to another home. */
const SWIPE = 60

function useSwipe(properties: BoardProperty[], property: BoardProperty) {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const start = useRef<{ x: number; y: number } | null>(null)
  return {
    onTouchStart: ({ touches: { 0: touch, length } }: TouchEvent) => {
      // Two fingers zoom.
      start.current = touch && length === 1 ? { x: touch.clientX, y: touch.clientY } : null
    },
    onTouchEnd: ({ changedTouches: { 0: touch } }: TouchEvent) => {
      if (!touch || !start.current) return
      const [x, y] = [touch.clientX - start.current.x, touch.clientY - start.current.y]
      if (Math.abs(x) < SWIPE || Math.abs(y) > Math.abs(x) / 2) return
      const next = properties[properties.indexOf(property) + (x < 0 ? 1 : -1)]
      if (next) navigate(calendarPath(query, { property: next.slug }), { replace: true, preventScrollReset: true })
    },
  }
}

type NightProps = { night: Night; isStop: boolean; isToday: boolean; isSelected: boolean }

function stateOf({ taken, isPast }: Night) {
  if (taken) return 'taken'
  return isPast ? 'past' : 'free'
}

function PhoneNight({ night, isStop, isToday, isSelected }: NightProps) {
  const { date, price, taken, isPast } = night
  return (
    <td
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the ARIA grid pattern of a date picker
      role="gridcell"
      className="calendar-day"
      tabIndex={isStop ? 0 : -1}
      data-night={date}
      data-bar={taken?.id}
      data-state={stateOf(night)}
      data-kind={taken?.kind}
      data-status={taken?.status ?? undefined}
      aria-current={isToday ? 'date' : undefined}
      data-selected={isSelected ? 'between' : undefined}
      aria-selected={isSelected || undefined}
    >
      <span className="sr-only">{nightWords(night)}</span>
      <span aria-hidden="true">
        {Number(date.slice(8))}
        {!taken && !isPast && price !== null && <small>{shortMoney(price)}</small>}
      </span>
    </td>
  )
}

/** Arrivals, and blocked nights, in this month. */
function MonthBars({ property, month }: { property: BoardProperty; month: IsoDate }) {
  const [query] = useSearchParams()
  const bars = property.bars.filter(({ from, to }) => from < addMonths(month, 1) && to > month)
  if (bars.length === 0) return <p className="text-muted">Nothing is booked or blocked this month.</p>
  return (
    <ul className="phone-bars">
      {bars.map((bar) => (
        <li key={bar.id} data-kind={bar.kind}>
          <Link to={calendarPath(query, { ...NOTHING_OPEN, show: bar.id })} preventScrollReset>
            <strong>{bar.title}</strong> <span>{spanWords(bar)}</span>
            <span className="admin-detail" data-failed={bar.conflict ? true : undefined}>
              {[bar.title === kindWords(bar) ? null : kindWords(bar), bar.detail, bar.conflict]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

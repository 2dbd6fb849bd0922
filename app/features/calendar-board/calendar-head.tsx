import { Form, Link, useSearchParams } from 'react-router'
import { useMay } from '#app/shared/browser/use-may.ts'
import { addDays, addMonths, formatMonth, formatSpan, type IsoDate, startOfMonth } from '#app/shared/dates.ts'
import { monthsBetween } from '#app/ui/calendar/calendar-month.ts'
import { IconLink } from '#app/ui/icon-link.tsx'
import type { BoardProperty } from './board.ts'
import { BOARD_DAYS, calendarPath, monthsShown, NOTHING_OPEN } from './calendar-address.ts'

/** Conflicting claims, in words. */
export function Conflicts({ properties }: { properties: BoardProperty[] }) {
  const [query] = useSearchParams()
  const found = properties.flatMap(({ name, bars }) =>
    bars.flatMap(({ id, title, conflict }) => (conflict ? [{ id, text: `${title} in ${name}: ${conflict}` }] : [])),
  )
  if (found.length === 0) return null
  return (
    <ul className="admin-conflicts">
      {found.map(({ id, text }) => (
        <li key={id}>
          <Link to={calendarPath(query, { ...NOTHING_OPEN, show: id })} preventScrollReset className="admin-row-link">
            {text}
          </Link>
        </li>
      ))}
    </ul>
  )
}

type DayProps = { day: IsoDate; today: IsoDate }

/** Other days of the board. On a phone the month has its own. */
export function DayButtons({ day, today }: DayProps) {
  const [query] = useSearchParams()
  const { first, last } = monthsShown(today)
  const to = (change: string | null) => ({
    to: calendarPath(query, { day: change, at: null }),
    preventScrollReset: true,
    className: 'button button-outline',
  })
  return (
    <nav aria-label="Days" className="board-turn">
      <Link {...to(null)}>Today</Link>
      {day > first && <IconLink {...to(addDays(day, -28))} label="Earlier" path="M10 3L5 8l5 5" />}
      {addDays(day, 28) < addMonths(last, 1) && (
        <IconLink {...to(addDays(day, 28))} label="Later" path="M6 3l5 5-5 5" />
      )}
    </nav>
  )
}

/** Which days the board shows, and any other month. */
export function BoardPeriod({ day, today, property }: DayProps & { property: BoardProperty }) {
  const [query] = useSearchParams()
  const mayChange = useMay()('stays:write')
  return (
    <Form key={day} preventScrollReset className="board-period">
      <h2>{formatSpan(day, addDays(day, BOARD_DAYS - 1))}</h2>
      <noscript>
        {mayChange && (
          <a
            className="button button-outline"
            href={calendarPath(query, { properties: property.slug, first: property.today, last: property.today })}
          >
            Change nights
          </a>
        )}
        <button type="submit" className="button button-outline">
          Show
        </button>
      </noscript>
      <MonthSelect day={day} today={today} />
    </Form>
  )
}

/** On a phone: which home, and which month. */
export function PhoneHead({
  properties,
  chosen,
  day,
  today,
}: DayProps & { properties: BoardProperty[]; chosen: BoardProperty }) {
  const [query] = useSearchParams()
  const { first, last } = monthsShown(today)
  const month = startOfMonth(day)
  const turn = (months: number) => calendarPath(query, { day: addMonths(month, months) })
  return (
    <Form key={`${chosen.slug} ${day}`} preventScrollReset className="phone-head">
      <SubmittingSelect label="Home" name="property" value={chosen.slug}>
        {properties.map(({ slug, name }) => ({ value: slug, text: name }))}
      </SubmittingSelect>
      <div className="phone-turn">
        {month > first ? (
          <IconLink to={turn(-1)} preventScrollReset label="Previous month" path="M10 3L5 8l5 5" />
        ) : (
          <span />
        )}
        <MonthSelect day={day} today={today} />
        {month < last && <IconLink to={turn(1)} preventScrollReset label="Next month" path="M6 3l5 5-5 5" />}
      </div>
      <noscript>
        <button type="submit" className="button button-outline">
          Show
        </button>
        <a
          className="admin-row-link"
          href={calendarPath(query, { properties: chosen.slug, first: chosen.today, last: chosen.today })}
        >
          Change nights
        </a>
      </noscript>
    </Form>
  )
}

function MonthSelect({ day, today }: DayProps) {
  const { first, last } = monthsShown(today)
  return (
    <SubmittingSelect label="Month" name="day" value={startOfMonth(day)}>
      {monthsBetween(first, last).map((month) => ({ value: month, text: formatMonth(month) }))}
    </SubmittingSelect>
  )
}

type SelectProps = { label: string; name: string; value: string; children: { value: string; text: string }[] }

/** A select that sends its form at once; without script the form has a button. */
function SubmittingSelect({ label, name, value, children }: SelectProps) {
  return (
    <select
      aria-label={label}
      name={name}
      defaultValue={value}
      className="field-control"
      onChange={(event) => event.currentTarget.form?.requestSubmit()}
    >
      {children.map((option) => (
        <option key={option.value} value={option.value}>
          {option.text}
        </option>
      ))}
    </select>
  )
}

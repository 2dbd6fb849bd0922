import { addMonths, formatDate, formatMonth, type IsoDate } from '#app/shared/dates.ts'
import { countOf } from '#app/shared/words.ts'
import { monthsBetween, weeksOfMonth } from '#app/ui/calendar/calendar-month.ts'
import { WeekdayHead } from '#app/ui/calendar/weekday-head.tsx'
import './owner-calendar.css'
import '#app/ui/calendar/calendar-day.css'

/** A night that several have is shown as the first of these. */
const KINDS = {
  guests: 'Guests',
  elsewhere: 'Booked on another site',
  requested: 'Requested',
  owner: 'Your own nights',
  closed: 'Closed',
}
const ORDER = Object.keys(KINDS) as (keyof typeof KINDS)[]

/** Nights `[from, to)` of an owner's home that are taken. */
export type OwnerNights = {
  propertyId: string
  property: string
  from: IsoDate
  to: IsoDate
  kind: keyof typeof KINDS
  /** 0 unless guests come. */
  guests: number
}

/** Whom the nights are for. */
export const nightsFor = ({ kind, guests }: OwnerNights): string =>
  kind === 'guests' ? countOf(guests, 'guest') : KINDS[kind]

/** How many months are shown at once, and at most. A block may end in a far year. */
const MONTHS = 3
const MOST_MONTHS = 24

type Props = { property: string; nights: OwnerNights[]; today: IsoDate }

/** The months of a home from today on, up to its last taken night within two years. */
export function OwnerCalendar({ property, nights, today }: Props) {
  const taken = nights.toSorted((one, other) => ORDER.indexOf(one.kind) - ORDER.indexOf(other.kind))
  const last = nights.reduce((latest, { to }) => (to > latest ? to : latest), addMonths(today, MONTHS - 1))
  const months = monthsBetween(today, last).slice(0, MOST_MONTHS)
  const later = months.slice(MONTHS)
  const shown = (some: IsoDate[]) => (
    <div className="owner-months">
      {some.map((month) => (
        <Month key={month} {...{ property, month, taken, today }} />
      ))}
    </div>
  )
  return (
    <section aria-label={property} className="owner-calendar">
      <h3>{property}</h3>
      {shown(months.slice(0, MONTHS))}
      {later.length > 0 && (
        <details>
          <summary>Later months of {property}</summary>
          {shown(later)}
        </details>
      )}
    </section>
  )
}

type MonthProps = { property: string; month: IsoDate; taken: OwnerNights[]; today: IsoDate }

function Month({ property, month, taken, today }: MonthProps) {
  return (
    <table className="owner-month" aria-label={`${property}, ${formatMonth(month)}`}>
      <caption aria-hidden="true">{formatMonth(month)}</caption>
      <WeekdayHead />
      <tbody>
        {weeksOfMonth(month).map((week) => (
          <tr key={week.find(Boolean)}>
            {week.map((date, column) => (
              <Night key={date ?? column} {...{ date, taken, today }} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Night({ date, taken, today }: { date: IsoDate | null; taken: OwnerNights[]; today: IsoDate }) {
  if (!date) return <td />
  const span = taken.find(({ from, to }) => from <= date && date < to)
  const unsold = date < today ? 'past' : 'free'
  return (
    <td
      className="calendar-day"
      data-state={span ? 'taken' : unsold}
      data-kind={span?.kind}
      aria-current={date === today ? 'date' : undefined}
    >
      <span aria-hidden="true">{Number(date.slice(8))}</span>
      <span className="sr-only">
        {formatDate(date, 'day')}, {span ? nightsFor(span) : unsold}
      </span>
    </td>
  )
}

/** The legend of the nights of the calendars, as far as they occur. */
export function OwnerCalendarKey({ nights }: { nights: OwnerNights[] }) {
  const kinds = ORDER.filter((kind) => nights.some((one) => one.kind === kind))
  return (
    <ul className="owner-calendar-key">
      <li>
        <span className="calendar-day" data-state="free" /> Free
      </li>
      {kinds.map((kind) => (
        <li key={kind}>
          <span className="calendar-day" data-state="taken" data-kind={kind} /> {KINDS[kind]}
        </li>
      ))}
    </ul>
  )
}

import { addMonths, eachNight, formatDate, formatMonth, type IsoDate } from '#app/shared/dates.ts'
import { countOf } from '#app/shared/words.ts'
import { monthsBetween, weeksOfMonth } from '#app/ui/calendar/calendar-month.ts'
import { WeekdayHead } from '#app/ui/calendar/weekday-head.tsx'
import './owner-calendar.css'
import '#app/ui/calendar/calendar-day.css'

const KINDS = {
  guests: 'Guests',
  owner: 'Your own nights',
  closed: 'Closed',
  elsewhere: 'Booked on another site',
}

/** Nights `[from, to)` of an owner's home that are taken. */
export type OwnerNights = {
  homeId: string
  home: string
  from: IsoDate
  to: IsoDate
  kind: keyof typeof KINDS
  /** 0 unless guests come. */
  guests: number
}

/** Whom the nights are for. */
export const nightsFor = ({ kind, guests }: OwnerNights): string =>
  kind === 'guests' ? countOf(guests, 'guest') : KINDS[kind]

/** How many months are shown at once. */
const MONTHS = 3

type Props = { home: string; nights: OwnerNights[]; today: IsoDate }

/** The months of a home from today on, up to its last taken night. */
export function OwnerCalendar({ home, nights, today }: Props) {
  const taken = new Map(nights.flatMap((span) => eachNight(span.from, span.to).map((date) => [date, span] as const)))
  const last = nights.reduce((latest, { to }) => (to > latest ? to : latest), addMonths(today, MONTHS - 1))
  const months = monthsBetween(today, last)
  const later = months.slice(MONTHS)
  const shown = (some: IsoDate[]) => (
    <div className="owner-months">
      {some.map((month) => (
        <Month key={month} {...{ home, month, taken, today }} />
      ))}
    </div>
  )
  return (
    <section aria-label={home} className="owner-calendar">
      <h3>{home}</h3>
      {shown(months.slice(0, MONTHS))}
      {later.length > 0 && (
        <details>
          <summary>Later months of {home}</summary>
          {shown(later)}
        </details>
      )}
    </section>
  )
}

type MonthProps = { home: string; month: IsoDate; taken: Map<IsoDate, OwnerNights>; today: IsoDate }

function Month({ home, month, taken, today }: MonthProps) {
  return (
    <table className="owner-month" aria-label={`${home}, ${formatMonth(month)}`}>
      <caption aria-hidden="true">{formatMonth(month)}</caption>
      <WeekdayHead />
      <tbody>
        {weeksOfMonth(month).map((week) => (
          <tr key={week.find(Boolean)}>
            {week.map((date, column) => (
              <Night key={date ?? column} date={date} span={date ? taken.get(date) : undefined} today={today} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Night({ date, span, today }: { date: IsoDate | null; span: OwnerNights | undefined; today: IsoDate }) {
  if (!date) return <td />
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

/** What the nights of the calendars look like, as far as they are there. */
export function OwnerCalendarKey({ nights }: { nights: OwnerNights[] }) {
  const kinds = (Object.keys(KINDS) as (keyof typeof KINDS)[]).filter((kind) => nights.some((one) => one.kind === kind))
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

import { Link } from 'react-router'
import { addMonths, formatDate, formatMonth, type IsoDate } from '#app/shared/dates.ts'
import { WEEKDAYS } from '#app/shared/weekdays.ts'
import { weeksOfMonth } from '#app/ui/calendar/calendar-month.ts'
import type { PriceDay } from './why.ts'

type Props = {
  path: string
  first: IsoDate
  days: PriceDay[]
  chosen: { checkIn: IsoDate; checkOut: IsoDate } | null
}

/** A month of prices; pressing a night explains it. */
export function PriceMonth({ path, first, days, chosen }: Props) {
  const byDate = new Map(days.map((day) => [day.date, day]))
  const monthLink = (months: number, label: string) => (
    <Link to={`${path}?month=${addMonths(first, months).slice(0, 7)}`} preventScrollReset>
      {label}
    </Link>
  )
  return (
    <div className="price-month">
      <nav aria-label="Month" className="admin-pages">
        {monthLink(-1, 'Previous month')}
        {monthLink(1, 'Next month')}
      </nav>
      <table>
        <caption className="pb-2 text-start font-semibold">{formatMonth(first)}</caption>
        <thead>
          <tr>
            {WEEKDAYS.map((day) => (
              <th key={day} scope="col">
                {day.slice(0, 3)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOfMonth(first).map((week) => (
            <tr key={week.find(Boolean)}>
              {week.map((date, at) => (
                <NightCell key={date ?? at} day={date ? byDate.get(date) : undefined} {...{ path, first, chosen }} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function NightCell({ day, path, first, chosen }: Omit<Props, 'days'> & { day: PriceDay | undefined }) {
  if (!day) return <td />
  const { date, price, isTaken } = day
  const isChosen = chosen !== null && chosen.checkIn <= date && date < chosen.checkOut
  return (
    <td data-taken={isTaken || undefined}>
      <Link
        to={`${path}?night=${date}&month=${first.slice(0, 7)}#why`}
        preventScrollReset
        aria-label={`${formatDate(date, 'day')}, ${price ?? 'no price'}${isTaken ? ', taken' : ''}`}
        aria-current={isChosen ? 'date' : undefined}
      >
        <span>{Number(date.slice(8))}</span>
        <span className="text-xs">{price ?? '–'}</span>
      </Link>
    </td>
  )
}

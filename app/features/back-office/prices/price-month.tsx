import { Link } from 'react-router'
import { addMonths, formatDate, formatMonth, type IsoDate } from '#app/shared/dates.ts'
import type { PriceDay } from './why.ts'

type Props = {
  path: string
  first: IsoDate
  weeks: (PriceDay | null)[][]
  chosen: { checkIn: IsoDate; checkOut: IsoDate } | null
}

/** A month of prices; pressing a night explains it. */
export function PriceMonth({ path, first, weeks, chosen }: Props) {
  const isChosen = (date: IsoDate) => chosen !== null && chosen.checkIn <= date && date < chosen.checkOut
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
        <caption>{formatMonth(first)}</caption>
        <thead>
          <tr>
            {['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'].map((day) => (
              <th key={day} scope="col">
                {day}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week.find(Boolean)?.date}>
              {week.map((day, at) => (
                <td key={day?.date ?? at} data-taken={day?.isTaken || undefined}>
                  {day && (
                    <Link
                      to={`${path}?night=${day.date}&month=${first.slice(0, 7)}#why`}
                      preventScrollReset
                      aria-label={`${formatDate(day.date, 'day')}, ${day.price ?? 'no price'}${day.isTaken ? ', taken' : ''}`}
                      aria-current={isChosen(day.date) ? 'date' : undefined}
                    >
                      <span>{Number(day.date.slice(8))}</span>
                      <span className="price-of-day">{day.price ?? '–'}</span>
                    </Link>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

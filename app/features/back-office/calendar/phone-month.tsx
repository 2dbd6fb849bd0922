import { Link, useSearchParams } from 'react-router'
import { addMonths, formatMonth, type IsoDate, startOfMonth } from '#app/shared/dates.ts'
import { weeksOfMonth } from '#app/ui/calendar-month.ts'
import { type BoardProperty, barWords, kindWords, type Night, nightsOf, nightWords, shortMoney } from './board.ts'
import { calendarPath } from './calendar-address.ts'

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

type Props = { property: BoardProperty; day: IsoDate }

/** A month of one property for phones, in the windows that guests see, and its stays and blocks as a list. */
export function PhoneMonth({ property, day }: Props) {
  const month = startOfMonth(day)
  const nights = new Map(
    nightsOf(property, { from: month, to: addMonths(month, 1) }).map((night) => [night.date, night]),
  )
  const first = [...nights.values()].find(({ isPast }) => !isPast)?.date ?? month
  return (
    <div className="phone-month calendar" data-property={property.slug}>
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the ARIA grid pattern of a date picker */}
      <table className="calendar-grid" role="grid" aria-label={`${property.name}, ${formatMonth(month)}`}>
        <thead>
          <tr>
            {WEEKDAYS.map((name) => (
              <th key={name} scope="col" abbr={name}>
                {name.slice(0, 1)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOfMonth(month).map((week, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a month's weeks never change places
            <tr key={row}>
              {week.map((date, column) => {
                const night = date && nights.get(date)
                // biome-ignore lint/suspicious/noArrayIndexKey: as above
                if (!night) return <td key={column} />
                return <PhoneNight key={date} night={night} isStop={date === first} isToday={date === property.today} />
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <MonthBars property={property} month={month} />
    </div>
  )
}

type NightProps = { night: Night; isStop: boolean; isToday: boolean }

function stateOf({ taken, isPast }: Night) {
  if (taken) return 'taken'
  return isPast ? 'past' : 'free'
}

function PhoneNight({ night, isStop, isToday }: NightProps) {
  const { date, price, taken, isPast } = night
  return (
    <td
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the ARIA grid pattern of a date picker
      role="gridcell"
      className="calendar-day"
      tabIndex={isStop ? 0 : -1}
      data-night={date}
      data-state={stateOf(night)}
      data-kind={taken?.kind}
      aria-current={isToday ? 'date' : undefined}
      aria-label={nightWords(night)}
    >
      <span>
        {Number(date.slice(8))}
        {!taken && !isPast && price !== null && <small>{shortMoney(price)}</small>}
      </span>
    </td>
  )
}

/** Who comes, and what is blocked, in this month. */
function MonthBars({ property, month }: { property: BoardProperty; month: IsoDate }) {
  const [query] = useSearchParams()
  const bars = property.bars.filter(({ from, to }) => from < addMonths(month, 1) && to > month)
  if (bars.length === 0) return <p className="text-muted">Nothing is booked or blocked this month.</p>
  return (
    <ul className="phone-bars">
      {bars.map((bar) => (
        <li key={bar.id} data-kind={bar.kind}>
          <Link to={calendarPath(query, { show: bar.id })} preventScrollReset aria-label={barWords(bar)}>
            <strong>{bar.title}</strong>
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

import { Link, useSearchParams } from 'react-router'
import { addDays, formatDate, formatSpan, type IsoDate } from '#app/shared/dates.ts'
import { countOf } from '#app/shared/words.ts'
import { Card } from '#app/ui/dashboard/card.tsx'
import { State } from '#app/ui/dashboard/state.tsx'
import type { Bar, BoardProperty, Span } from './board.ts'
import { calendarPath, NOTHING_OPEN } from './calendar-address.ts'

const DAYS = 7
/** With more of them, the rest is on the board. */
const MOST = 14

type Movement = { day: IsoDate; kind: 'check-in' | 'check-out'; bar: Bar; property: BoardProperty }

/** Check-ins and check-outs of the week from today, or of the first week that is shown. */
export function BoardWeek({ properties, days, today }: { properties: BoardProperty[]; days: Span; today: IsoDate }) {
  const [query] = useSearchParams()
  const isNow = days.from <= today && today < days.to
  const from = isNow ? today : days.from
  const movements = movementsOf(properties, { from, to: addDays(from, DAYS) })
  const shown = movements.slice(0, MOST)
  const left = movements.length - shown.length
  return (
    <Card title={isNow ? 'Next seven days' : formatSpan(from, addDays(from, DAYS - 1))}>
      {shown.length === 0 && <p className="text-muted">Nobody checks in or out.</p>}
      {shown.length > 0 && (
        <ul className="board-week">
          {shown.map(({ day, kind, bar, property }) => (
            <li key={`${kind} ${bar.id}`}>
              <Link to={calendarPath(query, { ...NOTHING_OPEN, show: bar.id })} preventScrollReset>
                <State tone={kind === 'check-in' ? 'lit' : 'dark'}>
                  {kind === 'check-in' ? 'Check-in' : 'Check-out'}
                </State>
                <span className="board-week-day">{day === today ? 'Today' : formatDate(day)}</span>
                <span className="board-week-who">
                  <strong>{bar.title}</strong> {property.name}
                  {bar.status === 'pending' && ', request'}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {left > 0 && <p className="text-muted">And {countOf(left, 'more', 'more')} on the calendar.</p>}
    </Card>
  )
}

/** By day, check-outs first. */
function movementsOf(properties: BoardProperty[], { from, to }: Span): Movement[] {
  const isWithin = (day: IsoDate) => from <= day && day < to
  const found = properties.flatMap((property) =>
    property.bars
      .filter(({ kind }) => kind === 'stay' || kind === 'import')
      .flatMap((bar): Movement[] => [
        { day: bar.from, kind: 'check-in', bar, property },
        { day: bar.to, kind: 'check-out', bar, property },
      ]),
  )
  const key = ({ day, kind }: Movement) => `${day} ${kind === 'check-out' ? 0 : 1}`
  return found.filter(({ day }) => isWithin(day)).sort((a, b) => (key(a) < key(b) ? -1 : 1))
}

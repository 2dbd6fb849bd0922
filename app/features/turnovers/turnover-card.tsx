import type { ReactNode } from 'react'
import { formatDate } from '#app/shared/dates.ts'
import { comingWords, type ShownTurnover } from './turnovers.ts'

/** A home to be made ready: when it is empty, when it must be ready, and for whom. It names no guest and no price. */
export function TurnoverCard({
  turnover,
  isChanged,
  children,
}: {
  turnover: ShownTurnover
  isChanged?: boolean
  children?: ReactNode
}) {
  const { property, day, leaves, next, outBy, inFrom, linen, gifts } = turnover
  return (
    <li className="turnover" data-changed={isChanged || undefined}>
      <h3>{property}</h3>
      <dl>
        <dt>Out</dt>
        <dd>{leaves ? `by ${outBy}` : 'nobody leaves'}</dd>
        <dt>In</dt>
        <dd>
          {next ? (
            <>
              from {inFrom}
              {next.from !== day && `, ${formatDate(next.from, 'day')}`}
              {next.from === day && leaves && <strong>, same day</strong>}
            </>
          ) : (
            'no next stay yet'
          )}
        </dd>
        {next && (
          <>
            <dt>Next</dt>
            <dd>{comingWords({ on: next.from, kind: next.kind, party: next.party })}</dd>
          </>
        )}
        {linen && (
          <>
            <dt>Linen</dt>
            <dd>{linen}</dd>
          </>
        )}
        {gifts && (
          <>
            <dt>Pack</dt>
            <dd>{gifts}</dd>
          </>
        )}
      </dl>
      {children}
    </li>
  )
}

/** The heading of a day: `Today, Saturday, June 5`. */
export function dayHeading(day: string, today: string, tomorrow: string): string {
  const names = { [today]: 'Today, ', [tomorrow]: 'Tomorrow, ' }
  if (day < today) return `Since ${formatDate(day, 'day')}`
  return `${names[day] ?? ''}${formatDate(day, 'day')}`
}

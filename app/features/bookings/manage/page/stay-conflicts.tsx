import { Link } from 'react-router'
import { useMay } from '#app/shared/browser/use-may.ts'
import { formatSpan } from '#app/shared/dates.ts'
import type { ManagedStay } from '../managed-stay.ts'

type Props = { stay: Pick<ManagedStay, 'conflicts'> }

/** Other claims to the nights of a stay, each with the page that settles it. */
export function ConflictList({ stay: { conflicts } }: Props) {
  const mayChange = useMay()('stays:write')
  // Two calendars can have one name, and claim the same nights.
  const lines = new Map(conflicts.map((conflict) => [`${conflict.from} ${conflict.to} ${conflict.by}`, conflict]))
  return (
    <ul className="admin-conflicts">
      {[...lines].map(([line, { from, to, by, settlePath }]) => (
        <li key={line}>
          {formatSpan(from, to)}: {by === null ? 'you blocked these nights' : `also taken in “${by}”`}
          {mayChange && (
            <>
              {'. '}
              <Link className="link" to={settlePath}>
                {by === null ? 'Open the block' : 'Settle it'}
              </Link>
            </>
          )}
        </li>
      ))}
    </ul>
  )
}

/** The same for a stay that has its nights. */
export function StayConflicts({ stay }: Props) {
  return (
    <section className="admin-panel" aria-labelledby="conflicts-heading">
      <h2 id="conflicts-heading">Booked twice?</h2>
      <p>Somebody else claims some of these nights. Only one of them can come.</p>
      <ConflictList stay={stay} />
    </section>
  )
}

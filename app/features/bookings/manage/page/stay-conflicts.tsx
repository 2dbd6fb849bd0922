import { Link } from 'react-router'
import { useMay } from '#app/shared/browser/use-may.ts'
import { formatSpan } from '#app/shared/dates.ts'
import { Card } from '#app/ui/dashboard/card.tsx'
import type { ManagedStay } from '../managed-stay.ts'

type Props = { stay: Pick<ManagedStay, 'conflicts'> }

/** Other claims to the nights of a stay, each with the page that settles it. */
function ConflictList({ stay: { conflicts } }: Props) {
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

/** Who else claims the nights of a stay, or of a request. */
export function StayConflicts({ stay }: Props) {
  return (
    <Card title="Booked twice?">
      <div>
        <p>Somebody else claims some of these nights. Only one of them can come.</p>
        <ConflictList stay={stay} />
      </div>
    </Card>
  )
}

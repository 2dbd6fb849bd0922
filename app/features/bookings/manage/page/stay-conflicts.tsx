import { Link } from 'react-router'
import { useMay } from '#app/shared/browser/use-may.ts'
import { formatSpan } from '#app/shared/dates.ts'
import { Card } from '#app/ui/dashboard/card.tsx'
import type { ManagedStay } from '../managed-stay.ts'

type Props = { stay: Pick<ManagedStay, 'conflicts'> }

type Claimant = Pick<ManagedStay['conflicts'][number], 'by' | 'guest'>

function claimWords({ by, guest }: Claimant): string {
  if (guest !== null) return `${guest} has them, too`
  return by === null ? 'you blocked these nights' : `also taken in “${by}”`
}

function settleWords({ by, guest }: Claimant): string {
  if (guest !== null) return 'Open the other stay'
  return by === null ? 'Open the block' : 'Settle it'
}

/** Other claims to the nights of a stay, each with the page that settles it. */
function ConflictList({ stay: { conflicts } }: Props) {
  const mayChange = useMay()('stays:write')
  // Two calendars can have one name, and claim the same nights.
  const lines = new Map(
    conflicts.map((conflict) => [`${conflict.from} ${conflict.to} ${conflict.by ?? conflict.guest}`, conflict]),
  )
  return (
    <ul className="admin-conflicts">
      {[...lines].map(([line, { from, to, by, guest, settlePath }]) => (
        <li key={line}>
          {formatSpan(from, to)}: {claimWords({ by, guest })}
          {mayChange && (
            <>
              {'. '}
              <Link className="link" to={settlePath}>
                {settleWords({ by, guest })}
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

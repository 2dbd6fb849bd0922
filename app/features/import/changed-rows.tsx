import { Link } from 'react-router'
import { formatCount } from '#app/shared/words.ts'
import { Card } from '#app/ui/dashboard/card.tsx'
import { ChangeButton } from '#app/ui/form/change-button.tsx'
import type { importChanges } from './import.changes.server.ts'
import type { PreviewOfBookings } from './import-page.ts'

/** The effect of a later Undo. */
export const undoWords = (rows: readonly { isCanceled: boolean }[]) =>
  rows.some(({ isCanceled }) => isCanceled)
    ? 'You can undo each in History. A canceled stay is then confirmed again, if its nights are still free.'
    : 'You can undo each in History.'

/** Stays on this site that changed at their platform, each with the button that changes it here, too. */
export function ChangedRows({ changed: { rows, more } }: { changed: PreviewOfBookings['changed'] }) {
  if (rows.length === 0) return null
  return (
    <Card title="Changed there" note={formatCount(rows.length + more)}>
      <p className="admin-detail">
        These are here already. Nothing is changed by itself, and no guest gets an email. {undoWords(rows)}
      </p>
      <ul>
        {rows.map(({ line, words, here, seen, isCanceled }) => (
          <li key={line}>
            <span className="import-line">Line {line}</span>{' '}
            <span>
              {words}{' '}
              <Link className="link" to={`/admin/bookings/${here}`}>
                Open {here}
              </Link>
            </span>
            <ChangeButton<typeof importChanges>
              intent="follow"
              value={{ seen: [seen] }}
              aria-label={`${isCanceled ? 'Cancel' : 'Change'} ${here} here, too`}
            >
              {isCanceled ? 'Cancel it here' : 'Change it here'}
            </ChangeButton>
          </li>
        ))}
      </ul>
      {rows.length > 1 && (
        <ChangeButton<typeof importChanges>
          intent="follow"
          value={{ seen: rows.map(({ seen }) => seen) }}
          pendingText="Changing..."
        >
          Change all {formatCount(rows.length)} here
        </ChangeButton>
      )}
      {more > 0 && <p className="admin-detail">And {formatCount(more)} more, once these are changed.</p>}
    </Card>
  )
}

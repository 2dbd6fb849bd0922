import { ChangeButton } from '#app/ui/form/change-button.tsx'
import { eventWords, sinceWords } from './calendar-words.ts'
import type { calendarChanges } from './calendars.changes.server.ts'

const Button = ChangeButton<typeof calendarChanges>

type Feed = {
  id: string
  label: string
  address: string
  events: number
  lastSuccessAt: Date | null
  failingSince: Date | null
  lastError: string | null
}

/** The calendars of other sites that are read for a home, with their age. `now` is the server's. */
export function FeedList({ feeds, now }: { feeds: Feed[]; now: Date }) {
  if (feeds.length === 0) return <p className="text-muted">No calendar of another site is read.</p>
  return (
    <ul className="feed-list">
      {feeds.map((feed) => (
        <li key={feed.id}>
          <p className="admin-task-title">{feed.label}</p>
          <p className="admin-detail">
            {feed.address} · {feed.lastSuccessAt ? `read ${sinceWords(feed.lastSuccessAt, now)} ago` : 'never read'} ·{' '}
            {eventWords(feed.events)}
          </p>
          {feed.failingSince && (
            <p className="admin-detail" data-failed>
              Can’t be read for {sinceWords(feed.failingSince, now)}: {feed.lastError} Its nights stay taken.
            </p>
          )}
          <div className="admin-contact">
            <Button intent="read" id={feed.id} aria-label={`Read now: ${feed.label}`}>
              Read now
            </Button>
            {feed.failingSince && (
              <Button intent="read-empty" id={feed.id} aria-label={`It’s empty, and that’s right: ${feed.label}`}>
                It’s empty, and that’s right
              </Button>
            )}
          </div>
          <details className="feed-remove">
            <summary>Remove</summary>
            <p>
              Its nights open up here at once, unless a stay, a block, or another calendar has them. This can’t be
              undone: you would need its address again.
            </p>
            <div className="admin-contact">
              <Button intent="remove" id={feed.id}>
                Yes, remove {feed.label}
              </Button>
            </div>
          </details>
        </li>
      ))}
    </ul>
  )
}

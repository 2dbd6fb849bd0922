import { Form } from 'react-router'
import { eventWords, sinceWords } from './calendar-words.ts'

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
          <Form method="post" preventScrollReset className="admin-contact">
            <input type="hidden" name="id" value={feed.id} />
            <button type="submit" name="intent" value="read" aria-label={`Read now: ${feed.label}`}>
              Read now
            </button>
            {feed.failingSince && (
              <button
                type="submit"
                name="intent"
                value="read-empty"
                aria-label={`It’s empty, and that’s right: ${feed.label}`}
              >
                It’s empty, and that’s right
              </button>
            )}
          </Form>
          <details className="feed-remove">
            <summary>Remove</summary>
            <p>
              Its nights open up here at once, unless a stay, a block, or another calendar has them. This can’t be
              undone: you would need its address again.
            </p>
            <Form method="post" preventScrollReset className="admin-contact">
              <input type="hidden" name="id" value={feed.id} />
              <button type="submit" name="intent" value="remove">
                Yes, remove {feed.label}
              </button>
            </Form>
          </details>
        </li>
      ))}
    </ul>
  )
}

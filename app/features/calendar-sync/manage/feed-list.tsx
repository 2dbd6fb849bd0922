import { formatDate } from '#app/shared/dates.ts'
import { ChangeButton } from '#app/ui/form/change-button.tsx'
import { eventWords, freeWords, sinceWords } from './calendar-words.ts'
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
  suddenlyEmpty: boolean
  blocksFreeEvents: boolean
  ignoresBookingWindow: boolean
  freeEvents: number
  parseErrors: string[]
  window: { from: string; to: string } | null
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
          {feed.parseErrors.map((words) => (
            <p key={words} className="admin-detail" data-failed>
              {words} The nights it had stay taken.
            </p>
          ))}
          <FreeTime feed={feed} />
          <OwnWindow feed={feed} />
          <div className="admin-contact">
            <Button intent="read" id={feed.id} aria-label={`Read now: ${feed.label}`}>
              Read now
            </Button>
            {feed.suddenlyEmpty && (
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

/** Google and Apple mark new all-day events as free, so an owner's own week may take nothing. */
function FreeTime({ feed: { id, label, freeEvents, blocksFreeEvents } }: { feed: Feed }) {
  if (!blocksFreeEvents && freeEvents === 0) return null
  return (
    <>
      <p className="admin-detail">
        {blocksFreeEvents ? 'Events that are marked as free take their nights, too.' : freeWords(freeEvents)}
      </p>
      <div className="admin-contact">
        <Button
          intent="choose"
          id={id}
          value={{ choice: blocksFreeEvents ? 'ignore-free-events' : 'block-free-events' }}
          aria-label={`${blocksFreeEvents ? 'Open their nights' : 'Take their nights, too'}: ${label}`}
        >
          {blocksFreeEvents ? 'Open their nights' : 'Take their nights, too'}
        </Button>
      </div>
    </>
  )
}

/** Nights that a platform closes only because its booking window ends. */
function OwnWindow({ feed: { id, label, window, ignoresBookingWindow } }: { feed: Feed }) {
  if (!window && !ignoresBookingWindow) return null
  const nights = window && `${formatDate(window.from, 'long')} to ${formatDate(window.to, 'long')}`
  return (
    <>
      <p className="admin-detail">
        {nights && `${label} books no further ahead: it closes ${nights}. `}
        {ignoresBookingWindow ? 'Those nights are open here.' : 'They are closed here, too.'}
      </p>
      <div className="admin-contact">
        <Button
          intent="choose"
          id={id}
          value={{ choice: ignoresBookingWindow ? 'close-window' : 'open-window' }}
          aria-label={`${ignoresBookingWindow ? 'Close those nights here' : 'Open those nights here'}: ${label}`}
        >
          {ignoresBookingWindow ? 'Close those nights here' : 'Open those nights here'}
        </Button>
      </div>
    </>
  )
}

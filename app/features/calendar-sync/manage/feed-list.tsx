import type { ReactNode } from 'react'
import type { ChangeAnswer } from '#app/shared/change-answer.ts'
import { formatDate } from '#app/shared/dates.ts'
import { RecordTable } from '#app/ui/dashboard/record-table.tsx'
import { ChangeButton } from '#app/ui/form/change-button.tsx'
import { ChangeForm, FormText } from '#app/ui/form/change-form.tsx'
import { FoldedForm } from '#app/ui/form/folded-form.tsx'
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

type Props = {
  slug: string
  property: string
  feeds: Feed[]
  /** The server's. */
  now: Date
  /** Reads another one; none for a home that is retired. */
  add: ReactNode
  /** Below them. */
  children: ReactNode
}

/** The calendars of other sites that are read for a home, with their age. */
export const FeedList = ({ slug, property, feeds, now, add, children }: Props) => (
  <RecordTable<Feed>
    title={property}
    anchor={`home-${slug}`}
    none="No calendar of another site is synced."
    columns={[
      { heading: 'Calendar', cell: ({ label }) => label },
      {
        heading: 'Synced',
        cell: ({ lastSuccessAt }) => (lastSuccessAt ? `${sinceWords(lastSuccessAt, now)} ago` : 'never'),
      },
      { heading: 'Events', cell: ({ events }) => eventWords(events) },
      { heading: 'State', cell: (feed) => <FeedState feed={feed} now={now} /> },
    ]}
    rows={feeds}
    keyOf={({ id }) => id}
    end={(feed) => <OpenFeed feed={feed} />}
    add={add}
  >
    {children}
  </RecordTable>
)

type AddProps = { slug: string; property: string; feeds: readonly Feed[]; answer: ChangeAnswer | null }

/** Reads another calendar for a home. */
export const AddFeed = ({ slug, property, feeds, answer }: AddProps) => (
  <ChangeForm<typeof calendarChanges>
    intent="add"
    id={slug}
    version={String(feeds.length)}
    answer={answer}
    summary="Add a calendar"
    drawer={{ title: `New calendar for ${property}` }}
    anchor={`add-${slug}`}
    save="Add the calendar"
    saving="Syncing..."
  >
    {(fields) => (
      <>
        <input type="hidden" name={fields.slug.name} value={slug} />
        <FormText
          field={fields.address}
          label="Its address"
          hint="Where Airbnb, Vrbo, Booking.com, or Google says “export calendar” or “iCal”."
          type="url"
        />
      </>
    )}
  </ChangeForm>
)

/** Its buttons: one reads it now, the other opens what is known of it, and removes it. */
function OpenFeed({ feed: { id, label, address } }: { feed: Feed }) {
  return (
    <>
      <Button intent="read" id={id} aria-label={`Sync now: ${label}`}>
        Sync now
      </Button>
      <FoldedForm
        target={`calendar-${id}`}
        summary={
          <>
            Open <span className="sr-only">{label}</span>
          </>
        }
        isOpen={false}
        drawer={{
          title: label,
          foot: (
            <Button intent="remove" id={id}>
              Remove {label}
            </Button>
          ),
        }}
      >
        <p>{address}</p>
        <p>
          Once it is removed, its nights open up here at once, unless a stay, a block, or another calendar has them.
          This can’t be undone: you would need its address again.
        </p>
      </FoldedForm>
    </>
  )
}

/** What is wrong with a calendar, and what can be chosen. */
function FeedState({ feed, now }: { feed: Feed; now: Date }) {
  const { id, label, failingSince, lastError, parseErrors, suddenlyEmpty } = feed
  return (
    <div className="feed-state">
      {failingSince && (
        <p data-failed>
          Not synced for {sinceWords(failingSince, now)}: {lastError} Its nights stay blocked.
        </p>
      )}
      {parseErrors.map((words) => (
        <p key={words} data-failed>
          {words} The nights it had stay blocked.
        </p>
      ))}
      {suddenlyEmpty && (
        <Button intent="read-empty" id={id} aria-label={`It’s empty, and that’s right: ${label}`}>
          It’s empty, and that’s right
        </Button>
      )}
      <FreeTime feed={feed} />
      <OwnWindow feed={feed} />
    </div>
  )
}

/** Google and Apple mark new all-day events as free, so an owner's own week may take nothing. */
function FreeTime({ feed: { id, label, freeEvents, blocksFreeEvents } }: { feed: Feed }) {
  if (!blocksFreeEvents && freeEvents === 0) return null
  return (
    <>
      <p>{blocksFreeEvents ? 'Events marked as free block their nights, too.' : freeWords(freeEvents)}</p>
      <Button
        intent="choose"
        id={id}
        value={{ choice: blocksFreeEvents ? 'ignore-free-events' : 'block-free-events' }}
        aria-label={`${blocksFreeEvents ? 'Open their nights' : 'Block their nights, too'}: ${label}`}
      >
        {blocksFreeEvents ? 'Open their nights' : 'Block their nights, too'}
      </Button>
    </>
  )
}

/** Nights that a platform closes only because its booking window ends. */
function OwnWindow({ feed: { id, label, window, ignoresBookingWindow } }: { feed: Feed }) {
  if (!window && !ignoresBookingWindow) return null
  const nights = window && `${formatDate(window.from, 'long')} to ${formatDate(window.to, 'long')}`
  return (
    <>
      <p>
        {nights && `${label} books no further ahead: it closes ${nights}. `}
        {ignoresBookingWindow ? 'Those nights are open here.' : 'They are closed here, too.'}
      </p>
      <Button
        intent="choose"
        id={id}
        value={{ choice: ignoresBookingWindow ? 'close-window' : 'open-window' }}
        aria-label={`${ignoresBookingWindow ? 'Close those nights here' : 'Open those nights here'}: ${label}`}
      >
        {ignoresBookingWindow ? 'Close those nights here' : 'Open those nights here'}
      </Button>
    </>
  )
}

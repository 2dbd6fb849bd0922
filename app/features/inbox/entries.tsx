import { Link } from 'react-router'
import type { ChangeAnswer } from '#app/shared/change-answer.ts'
import { Stream, StreamMessage, StreamNote } from '#app/ui/dashboard/stream.tsx'
import { ChangeForm, FormSelect } from '#app/ui/form/change-form.tsx'
import { type Conversation, type Entry, OWNER_STATES } from './conversations.ts'
import type { inboxChanges } from './inbox.changes.server.ts'
import { Written, writerOf } from './written.tsx'

type Props = { conversation: Conversation; mayChange: boolean; answer: ChangeAnswer | null }

/** The messages, the oldest first. */
export const Entries = ({ conversation: { entries, name }, mayChange, answer }: Props) => (
  <Stream label="Messages">
    {entries.map((entry) => {
      if (entry.kind === 'site') {
        return (
          <StreamNote key={entry.id} at={entry.at}>
            Email sent: {entry.subject}
          </StreamNote>
        )
      }
      const { author, how } = writerOf(entry, name)
      return (
        <StreamMessage key={entry.id} author={author} at={`${how}${entry.at}`} isOwn={entry.kind === 'out'}>
          <Written entry={entry} />
          {mayChange && entry.kind === 'owner' && <OwnerStateForm entry={entry} answer={answer} />}
        </StreamMessage>
      )
    })}
  </Stream>
)

type OwnerProps = { entry: Extract<Entry, { kind: 'owner' }>; answer: ChangeAnswer | null }

const OwnerStateForm = ({ entry: { id, state }, answer }: OwnerProps) => (
  <ChangeForm<typeof inboxChanges, never, 'owner-state'>
    {...{ id, answer }}
    intent="owner-state"
    key={state}
    stored={{ state }}
    variant="outline"
  >
    {(fields) => <FormSelect field={fields.state} label="How far it is" options={Object.entries(OWNER_STATES)} />}
  </ChangeForm>
)

/** The stays of the person, beside their messages. */
export const Stays = ({ stays }: Pick<Conversation, 'stays'>) =>
  stays.length > 0 && (
    <ul className="admin-list">
      {stays.map(({ reference, property, dates, status }) => (
        <li key={reference}>
          <Link to={`/admin/bookings/${reference}`} className="admin-row-link">
            {property}, {dates}
          </Link>
          <span className="admin-detail">
            {status} · {reference}
          </span>
        </li>
      ))}
    </ul>
  )

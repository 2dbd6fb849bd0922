import { Fragment } from 'react'
import { Link } from 'react-router'
import type { ChangeAnswer } from '#app/shared/change-answer.ts'
import { phoneLink } from '#app/shared/phone-link.ts'
import { ChangeForm, FormSelect } from '#app/ui/form/change-form.tsx'
import { type Conversation, type Entry, OWNER_STATES } from './conversations.ts'
import type { inboxChanges } from './inbox.changes.server.ts'
import { QuoteForm } from './quote-form.tsx'

type Props = { conversation: Conversation; mayChange: boolean; answer: ChangeAnswer | null }

/** The messages, the oldest first. */
export function Entries({ conversation, mayChange, answer }: Props) {
  return (
    <ol className="conversation">
      {conversation.entries.map((entry) => (
        <li key={entry.id} data-kind={entry.kind}>
          <p className="admin-detail">
            {writerOf(entry, conversation.name)} · {entry.at}
          </p>
          {entry.kind === 'site' ? <p>{entry.subject}</p> : <Written entry={entry} />}
          {mayChange && (entry.kind === 'form' || entry.kind === 'in') && entry.asked && (
            <QuoteForm id={entry.id} asked={entry.asked} properties={conversation.properties} answer={answer} />
          )}
          {mayChange && entry.kind === 'owner' && <OwnerStateForm entry={entry} answer={answer} />}
        </li>
      ))}
    </ol>
  )
}

/** Who wrote it, and how it came. */
export function writerOf(entry: Entry, name: string): { author: string; how: string } {
  if (entry.kind === 'site') return { author: 'Email that the site sent', how: '' }
  if (entry.kind === 'out') return { author: entry.by || 'Answered', how: '' }
  if (entry.kind !== 'in') return { author: name, how: 'on the site, ' }
  if (entry.isAutomatic) return { author: entry.from ?? name, how: 'automatic reply, ' }
  return { author: entry.from ? `${entry.from}, for ${name}` : name, how: 'by email, ' }
}

/** The text of a message, with what belongs to it. */
export function Written({ entry }: { entry: Exclude<Entry, { kind: 'site' }> }) {
  return (
    <>
      <p className="font-semibold">{headingOf(entry)}</p>
      <p className="admin-text">{entry.text}</p>
      {(entry.kind === 'form' || entry.kind === 'owner') && entry.phone && (
        <p className="admin-contact">
          <a href={phoneLink('tel', entry.phone)}>Call {entry.phone}</a>
        </p>
      )}
      {entry.kind === 'in' && <Incoming entry={entry} />}
      {entry.kind === 'out' && entry.delivery !== 'sent' && (
        <p className={entry.delivery === 'failed' ? 'admin-alert' : 'admin-detail'}>
          {entry.delivery === 'failed' ? `Not delivered: ${entry.error ?? 'no reason was given'}` : 'On its way'}
        </p>
      )}
    </>
  )
}

/** The subject of a form is made of its topic. */
const headingOf = (entry: Entry) =>
  entry.kind === 'form' && entry.about.length > 0 ? entry.about.join(' · ') : entry.subject

const megabytes = (size: number) =>
  size < 100_000 ? `${Math.ceil(size / 1000)} KB` : `${(size / 1_000_000).toFixed(1)} MB`

function Incoming({ entry: { isReply, quoted, files } }: { entry: Extract<Entry, { kind: 'in' }> }) {
  return (
    <>
      {!isReply && (
        <p className="admin-note">
          This doesn’t answer an email of yours. Anyone can write any sender, so check before you act on it.
        </p>
      )}
      {quoted && (
        <details>
          <summary>Earlier emails</summary>
          <p className="admin-text text-muted">{quoted}</p>
        </details>
      )}
      {files.length > 0 && (
        <p className="admin-contact">
          {files.map(({ id, name, size, isKept }) => (
            <Fragment key={id}>
              {isKept ? (
                <a href={`/admin/inbox/files/${id}`} download>
                  {name} ({megabytes(size)})
                </a>
              ) : (
                <span>{name}: not kept, open it in your mailbox</span>
              )}
            </Fragment>
          ))}
        </p>
      )}
    </>
  )
}

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

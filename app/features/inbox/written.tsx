import { Fragment } from 'react'
import { phoneLink } from '#app/shared/phone-link.ts'
import type { Entry } from './conversations.ts'

/** Who wrote it, and how it came. */
export function writerOf(entry: Exclude<Entry, { kind: 'site' }>, name: string): { author: string; how: string } {
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

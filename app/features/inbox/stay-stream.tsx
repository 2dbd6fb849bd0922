import { Link, useSearchParams } from 'react-router'
import type { SentMail } from '#app/features/bookings/manage/managed-stay.ts'
import { movementWords } from '#app/features/bookings/manage/money/movement-words.ts'
import type { ChangeAnswer } from '#app/shared/change-answer.ts'
import { Card } from '#app/ui/dashboard/card.tsx'
import { Stream, StreamMessage, StreamNote } from '#app/ui/dashboard/stream.tsx'
import { Composer } from './composer.tsx'
import type { GuestContact } from './conversations.ts'
import { isShown, STREAM_FILTERS, type StreamFilter, type StreamItem } from './stay-stream.ts'
import { Written, writerOf } from './written.tsx'

type Props = {
  items: readonly StreamItem[]
  guest: string
  contact: GuestContact | null
  mayWrite: boolean
  formKey: string
  answer: ChangeAnswer | null
}

/** The key of the filter in the address. */
const SHOW = 'show'

/** Everything that happened and was written about a stay, and the field that goes on. */
export function StayStream({ items, guest, contact, mayWrite, formKey, answer }: Props) {
  const [query] = useSearchParams()
  const named = query.get(SHOW) ?? ''
  const filter = Object.hasOwn(STREAM_FILTERS, named) ? (named as StreamFilter) : 'everything'
  const shown = items.filter((item) => isShown(item, filter))
  return (
    <Card title="Conversation and history" action={<Filters filter={filter} />}>
      {contact?.bounced && (
        <p className="admin-alert">
          An email to {contact.email} came back on {contact.bounced}. Call, or check it.
        </p>
      )}
      {shown.length === 0 && <p className="text-muted">Nothing yet.</p>}
      {shown.length > 0 && (
        <Stream label="Conversation and history">
          {shown.map((item) => (
            <Item key={item.key} item={item} guest={guest} />
          ))}
        </Stream>
      )}
      {contact && mayWrite && <Composer {...{ contact, formKey, answer }} />}
    </Card>
  )
}

const Filters = ({ filter }: { filter: StreamFilter }) => (
  <nav aria-label="What is shown" className="card-filters">
    {Object.entries(STREAM_FILTERS).map(([value, label]) => (
      <Link
        key={value}
        to={value === 'everything' ? '?' : `?${SHOW}=${value}`}
        aria-current={value === filter ? 'page' : undefined}
        preventScrollReset
        replace
      >
        {label}
      </Link>
    ))}
  </nav>
)

function Item({ item, guest }: { item: StreamItem; guest: string }) {
  const { at } = item
  if (item.kind === 'message') {
    const { message } = item
    const { author, how } = writerOf(message, guest)
    return (
      <StreamMessage author={author} at={`${how}${at}`} isOwn={message.kind === 'out'}>
        <Written entry={message} />
      </StreamMessage>
    )
  }
  if (item.kind === 'request') {
    return (
      <StreamMessage author={guest} at={at}>
        <p className="admin-text">{item.text}</p>
      </StreamMessage>
    )
  }
  if (item.kind === 'email') return <MailNote mail={item.mail} />
  const words = item.kind === 'money' ? movementWords(item.entry) : item.words
  const detail =
    item.kind === 'money' ? [item.entry.note, item.entry.operatorName].filter(Boolean).join(', ') : item.reason
  return (
    <StreamNote at={at}>
      <p>{words}</p>
      {detail && <p className="admin-text">{item.kind === 'money' ? detail : `“${detail}”`}</p>}
    </StreamNote>
  )
}

const MAIL_STATUS: Record<string, string> = {
  sent: 'Email sent',
  failed: 'Email failed, will be tried again',
  refused: 'Email refused by the other side',
  'given-up': 'Email given up',
  'sent-again': 'Email failed, and sent again since',
  suppressed: 'Email not sent: too many unverified emails to this address',
}

function MailNote({ mail: { to, subject, status, error, at, emptyInParagraph } }: { mail: SentMail }) {
  return (
    <StreamNote at={at} tone={status === 'sent' ? undefined : 'bad'}>
      <p>
        {MAIL_STATUS[status] ?? status}: {subject}, to {to}
        {error && `. ${error}`}
      </p>
      {emptyInParagraph.length > 0 && (
        <p>
          Without your own paragraph: {emptyInParagraph.map((name) => `{${name}}`).join(', ')} was empty for this stay
        </p>
      )}
    </StreamNote>
  )
}

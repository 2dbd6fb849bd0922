import { Link } from 'react-router'
import { Initials } from '#app/ui/dashboard/stream.tsx'
import '#app/ui/dashboard/card.css'
import { INBOX_VIEWS, type InboxView, isIn, type ListedConversation } from './conversations.ts'

type Props = {
  conversations: readonly ListedConversation[]
  view: InboxView
  /** The one that is open. */
  open?: string
}

/** The key of the view in the address. */
const VIEW = 'view'

/** Reads the view from an address; what is unknown there counts as not given. */
export function viewFrom(query: URLSearchParams): InboxView {
  const named = query.get(VIEW) ?? ''
  return Object.hasOwn(INBOX_VIEWS, named) ? (named as InboxView) : 'all'
}

const withView = (path: string, view: InboxView) => (view === 'all' ? path : `${path}?${VIEW}=${view}`)

/** Whoever writes to the operator, by how long they have waited. */
export function ConversationList({ conversations, view, open }: Props) {
  const shown = conversations.filter((conversation) => isIn(conversation, view))
  const waiting = conversations.filter((conversation) => isIn(conversation, 'waiting')).length
  return (
    <div className="inbox-list">
      <nav aria-label="Messages" className="card-filters">
        {Object.entries(INBOX_VIEWS).map(([value, label]) => (
          <Link
            key={value}
            to={withView('/admin/inbox', value as InboxView)}
            aria-current={value === view ? 'page' : undefined}
          >
            {label} {value === 'waiting' && waiting > 0 && waiting}
          </Link>
        ))}
      </nav>
      {shown.length === 0 && <p className="text-muted">No messages yet.</p>}
      <ul>
        {shown.map((conversation) => (
          <Row key={conversation.id} {...conversation} view={view} isOpen={conversation.id === open} />
        ))}
      </ul>
    </div>
  )
}

type RowProps = ListedConversation & { view: InboxView; isOpen: boolean }

function Row({ id, name, subject, text, isOwner, isOwn, waiting, wait, last, view, isOpen }: RowProps) {
  const [day] = last.split(/, \d{4},/)
  return (
    <li data-new={waiting !== null || undefined} aria-current={isOpen || undefined}>
      <Initials name={name} />
      <p className="inbox-name">
        <Link to={withView(`/admin/inbox/${id}`, view)}>{name}</Link> {isOwner && <small>Owner</small>}
      </p>
      <p className="inbox-wait" data-tone={wait?.isLate ? 'bad' : undefined}>
        {wait ? wait.words : day}
      </p>
      <p className="inbox-text">
        {isOwn && 'You: '}
        {text || subject}
      </p>
    </li>
  )
}

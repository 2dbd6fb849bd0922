import { Link } from 'react-router'
import { inboxChanges, listInbox } from '#app/features/back-office/inbox.server.ts'
import type { InboxMessage } from '#app/features/back-office/inbox.ts'
import { changeAction } from '#app/platform/change/change.server.ts'
import { servicesContext } from '#app/platform/http/page-context.server.ts'
import type { AdminHandle } from '#app/shared/page-handle.ts'
import { phoneLink } from '#app/shared/phone-link.ts'
import { ChangeButton } from '#app/ui/form/change-button.tsx'
import { ChangeNote } from '#app/ui/form/change-form.tsx'
import type { Route } from './+types/inbox.ts'

export async function loader({ context }: Route.LoaderArgs) {
  return { messages: await listInbox(context.get(servicesContext)) }
}

export const action = (args: Route.ActionArgs) => changeAction(args, inboxChanges)

export const handle: AdminHandle = { title: 'Inbox' }

export default function Inbox({ loaderData, actionData }: Route.ComponentProps) {
  const { messages } = loaderData
  return (
    <>
      <h1>Inbox</h1>
      <ChangeNote answer={actionData ?? null} />
      {messages.length === 0 && <p className="text-muted">No messages yet.</p>}
      <ul className="admin-messages">
        {messages.map((message) => (
          <Message key={message.id} message={message} />
        ))}
      </ul>
    </>
  )
}

function Message({ message }: { message: InboxMessage }) {
  const { id, kind, name, email, phone, subject, text, about, reference, isNew, at } = message
  const reply = `mailto:${email}?subject=${encodeURIComponent(`Re: ${subject}`)}`
  return (
    <li className="admin-panel" data-new={isNew || undefined}>
      <h2>
        {name} <small>{kind === 'owner' ? 'Owner' : 'Guest'}</small>
      </h2>
      <p className="admin-detail">
        {[subject, about, at].filter(Boolean).join(' · ')}
        {reference && (
          <>
            {' · '}
            <Link className="link" to={`/admin/bookings/${reference}`}>
              {reference}
            </Link>
          </>
        )}
      </p>
      <p className="admin-text">{text}</p>
      <div className="admin-contact">
        <a href={reply}>Reply to {email}</a>
        {phone && <a href={phoneLink('tel', phone)}>Call {phone}</a>}
        <ChangeButton<typeof inboxChanges> intent="mark" id={id} value={{ kind, mark: isNew ? 'read' : 'new' }}>
          {isNew ? 'Mark as read' : 'Mark as unread'}
        </ChangeButton>
      </div>
    </li>
  )
}

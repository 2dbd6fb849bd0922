import { Link } from 'react-router'
import { listConversations, listSavedAnswers } from '#app/features/inbox/conversations.server.ts'
import type { ListedConversation } from '#app/features/inbox/conversations.ts'
import { getMailboxNote } from '#app/features/inbox/mailbox-note.server.ts'
import { savedAnswerChanges } from '#app/features/inbox/saved-answers.changes.server.ts'
import { SavedAnswers } from '#app/features/inbox/saved-answers.tsx'
import { getOperatorTimeZone } from '#app/features/site/operator-time-zone.server.ts'
import { changeAction } from '#app/platform/change/change.server.ts'
import { servicesContext } from '#app/platform/http/page-context.server.ts'
import { useMay } from '#app/shared/browser/use-may.ts'
import type { AdminHandle } from '#app/shared/page-handle.ts'
import { ChangeNote } from '#app/ui/form/change-form.tsx'
import type { Route } from './+types/inbox.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const services = context.get(servicesContext)
  const timeZone = await getOperatorTimeZone(services)
  return {
    conversations: await listConversations(services, timeZone),
    saved: await listSavedAnswers(services.db),
    note: await getMailboxNote(services, timeZone),
  }
}

export const action = (args: Route.ActionArgs) => changeAction(args, savedAnswerChanges)

export const handle: AdminHandle = { title: 'Inbox', shows: ['messages'] }

export default function Inbox({ loaderData: { conversations, saved, note }, actionData }: Route.ComponentProps) {
  const isMine = useMay()
  const answer = actionData ?? null
  return (
    <>
      <h1>Inbox</h1>
      <p className="text-muted mb-4">{note}</p>
      <ChangeNote answer={answer} forms={['save-answer', 'change-answer']} />
      {conversations.length === 0 && <p className="text-muted">No messages yet.</p>}
      <ul className="admin-messages">
        {conversations.map((conversation) => (
          <Person key={conversation.id} {...conversation} />
        ))}
      </ul>
      {isMine('contacts:write') && <SavedAnswers saved={saved} answer={answer} />}
    </>
  )
}

function Person({ id, name, subject, text, isOwner, waiting, last }: ListedConversation) {
  return (
    <li className="admin-panel" data-new={waiting !== null || undefined}>
      <h2>
        <Link to={`/admin/inbox/${id}`} className="admin-row-link">
          {name}
        </Link>{' '}
        <small>{isOwner ? 'Owner' : 'Guest'}</small>
      </h2>
      <p className="admin-detail">
        {[subject, waiting ? `waiting since ${waiting}` : last].filter(Boolean).join(' · ')}
      </p>
      <p className="admin-text">{text}</p>
    </li>
  )
}

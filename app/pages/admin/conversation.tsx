import { randomUUID } from 'node:crypto'
import { data, Link } from 'react-router'
import { AnswerForm } from '#app/features/inbox/answer-form.tsx'
import { getConversation, listSavedAnswers, quoteInWords } from '#app/features/inbox/conversations.server.ts'
import { Entries, Stays } from '#app/features/inbox/entries.tsx'
import { inboxChanges } from '#app/features/inbox/inbox.changes.server.ts'
import { getOperatorTimeZone } from '#app/features/site/operator-time-zone.server.ts'
import { changeAction } from '#app/platform/change/change.server.ts'
import { servicesContext } from '#app/platform/http/page-context.server.ts'
import { useMay } from '#app/shared/browser/use-may.ts'
import type { AdminHandle } from '#app/shared/page-handle.ts'
import { isUuid } from '#app/shared/uuid.ts'
import { ChangeButton } from '#app/ui/form/change-button.tsx'
import { ChangeNote } from '#app/ui/form/change-form.tsx'
import type { Route } from './+types/conversation.ts'

export async function loader({ params: { conversation: id }, request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext)
  const timeZone = await getOperatorTimeZone(services)
  const conversation = isUuid(id) ? await getConversation(services, { id, timeZone }) : null
  if (!conversation) throw data(null, { status: 404 })
  const quote = new URL(request.url).searchParams.get('quote') ?? ''
  const draft = isUuid(quote) ? await quoteInWords(services, { id: quote, timeZone }) : null
  return { conversation, saved: await listSavedAnswers(services.db), draft: draft ?? '', formKey: randomUUID() }
}

export const action = (args: Route.ActionArgs) => changeAction(args, inboxChanges)

export const handle: AdminHandle = {
  title: ({ conversation }: Route.ComponentProps['loaderData']) => conversation.name,
  shows: ['nights', 'stays', 'messages'],
}

/** Everything that was written between the operator and one person. */
export default function ConversationPage({ loaderData, actionData }: Route.ComponentProps) {
  const { conversation, saved, draft, formKey } = loaderData
  const { name, email, isWaiting, seen, bounced, stays } = conversation
  const mayChange = useMay()('contacts:write')
  const answer = actionData ?? null
  return (
    <>
      <p>
        <Link to="/admin/inbox">Inbox</Link>
      </p>
      <h1>{name}</h1>
      <div className="admin-contact">
        <a href={`mailto:${email}`}>{email}</a>
        {mayChange && (
          <ChangeButton<typeof inboxChanges> intent="mark" value={{ mark: isWaiting ? 'done' : 'waiting', seen }}>
            {isWaiting ? 'No answer needed' : 'Mark as waiting'}
          </ChangeButton>
        )}
      </div>
      {bounced && <p className="admin-alert">An email to this address came back on {bounced}. Call, or check it.</p>}
      <Stays stays={stays} />
      <ChangeNote answer={answer} forms={['answer', 'owner-state', 'quote']} />
      <Entries conversation={conversation} mayChange={mayChange} answer={answer} />
      {mayChange && <AnswerForm {...{ conversation, saved, draft, formKey, answer }} />}
    </>
  )
}

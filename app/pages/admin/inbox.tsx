import { useSearchParams } from 'react-router'
import { ConversationList, viewFrom } from '#app/features/inbox/conversation-list.tsx'
import { listConversations, listSavedAnswers } from '#app/features/inbox/conversations.server.ts'
import { getMailboxNote } from '#app/features/inbox/mailbox-note.server.ts'
import { savedAnswerChanges } from '#app/features/inbox/saved-answers.changes.server.ts'
import { SavedAnswers } from '#app/features/inbox/saved-answers.tsx'
import { getOperatorTimeZone } from '#app/features/site/operator-time-zone.server.ts'
import { changeAction } from '#app/platform/change/change.server.ts'
import { servicesContext } from '#app/platform/http/page-context.server.ts'
import { useMay } from '#app/shared/browser/use-may.ts'
import type { AdminHandle } from '#app/shared/page-handle.ts'
import { PageTop } from '#app/ui/dashboard/page-top.tsx'
import { ChangeNote } from '#app/ui/form/change-form.tsx'
import type { Route } from './+types/inbox.ts'
import '#app/features/inbox/inbox.css'

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
  const [query] = useSearchParams()
  return (
    <>
      <PageTop title="Inbox" facts={note}>
        {isMine('contacts:write') && <SavedAnswers saved={saved} answer={answer} />}
      </PageTop>
      <ChangeNote answer={answer} forms={['save-answer', 'change-answer']} />
      <div className="card inbox">
        <ConversationList conversations={conversations} view={viewFrom(query)} />
      </div>
    </>
  )
}

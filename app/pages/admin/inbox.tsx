import { Link, useSearchParams } from 'react-router'
import { ConversationList, viewFrom } from '#app/features/inbox/conversation-list.tsx'
import { listConversations } from '#app/features/inbox/conversations.server.ts'
import { getMailboxNote } from '#app/features/inbox/mailbox-note.server.ts'
import { getOperatorTimeZone } from '#app/features/site/operator-time-zone.server.ts'
import { servicesContext } from '#app/platform/http/page-context.server.ts'
import { useMay } from '#app/shared/browser/use-may.ts'
import type { AdminHandle } from '#app/shared/page-handle.ts'
import { PageTop } from '#app/ui/dashboard/page-top.tsx'
import type { Route } from './+types/inbox.ts'
import '#app/features/inbox/inbox.css'

export async function loader({ context }: Route.LoaderArgs) {
  const services = context.get(servicesContext)
  const timeZone = await getOperatorTimeZone(services)
  return {
    conversations: await listConversations(services, timeZone),
    note: await getMailboxNote(services, timeZone),
  }
}

export const handle: AdminHandle = { title: 'Inbox', shows: ['messages'] }

export default function Inbox({ loaderData: { conversations, note } }: Route.ComponentProps) {
  const isMine = useMay()
  const [query] = useSearchParams()
  return (
    <>
      <PageTop title="Inbox" facts={note}>
        {isMine('contacts:write') && (
          <>
            <Link to="/admin/saved-answers" prefetch="intent" className="button button-outline">
              Saved answers
            </Link>
            <Link to="/admin/inbox/new" className="button button-ember">
              New message
            </Link>
          </>
        )}
      </PageTop>
      <div className="card inbox">
        <ConversationList conversations={conversations} view={viewFrom(query)} />
      </div>
    </>
  )
}

import { randomUUID } from 'node:crypto'
import { useState } from 'react'
import { listSavedAnswers } from '#app/features/inbox/conversations.server.ts'
import { getGuestContact } from '#app/features/inbox/guest-contact.server.ts'
import { newMessageChanges } from '#app/features/inbox/new-message.changes.server.ts'
import { FindRecipient, NewMessage } from '#app/features/inbox/new-message.tsx'
import { findRecipients } from '#app/features/inbox/recipients.server.ts'
import { BOOKING, FIND, RECIPIENT } from '#app/features/inbox/recipients.ts'
import { changeAction } from '#app/platform/change/change.server.ts'
import { operatorContext } from '#app/platform/http/operator-access.server.ts'
import { servicesContext } from '#app/platform/http/page-context.server.ts'
import { useMay } from '#app/shared/browser/use-may.ts'
import type { AdminHandle } from '#app/shared/page-handle.ts'
import { PageTop } from '#app/ui/dashboard/page-top.tsx'
import type { Route } from './+types/new-message.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext)
  const query = new URL(request.url).searchParams
  const typed = (query.get(FIND) ?? '').trim()
  const email = query.get(RECIPIENT) ?? ''
  const contact = await getGuestContact(services, query.get(BOOKING) ?? '')
  const stay = contact && contact.email === email ? contact : null
  return {
    typed,
    found: await findRecipients(services, typed, context.get(operatorContext)),
    chosen: { email, subject: stay?.subject ?? '', values: stay?.values ?? {} },
    saved: await listSavedAnswers(services.db),
    formKey: randomUUID(),
  }
}

export const action = (args: Route.ActionArgs) => changeAction(args, newMessageChanges)

export const handle: AdminHandle = { title: 'New message' }

/** An operator writes first, to a guest or to any address. */
export default function NewMessagePage({ loaderData, actionData }: Route.ComponentProps) {
  const { typed, found, chosen, saved, formKey } = loaderData
  // A search for somebody, and choosing them, keep the message that was refused.
  const [answer, setAnswer] = useState(actionData ?? null)
  if (actionData && actionData !== answer) setAnswer(actionData)
  const mayWrite = useMay()('contacts:write')
  return (
    <>
      <PageTop title="New message" crumbs={[{ to: '/admin/inbox', label: 'Inbox' }]} />
      {mayWrite && (
        <div className="card-stack">
          <FindRecipient typed={typed} found={found} />
          <NewMessage {...{ chosen, saved, formKey, answer }} />
        </div>
      )}
    </>
  )
}

import {
  declineTextsChanges,
  listDeclineTexts,
} from '#app/features/bookings/manage/page/decline-texts.changes.server.ts'
import { DECLINE_COLUMNS, DECLINE_FIELDS } from '#app/features/bookings/manage/page/decline-texts.ts'
import { changeAction } from '#app/platform/change/change.server.ts'
import { servicesContext } from '#app/platform/http/page-context.server.ts'
import type { AdminHandle } from '#app/shared/page-handle.ts'
import { PageTop } from '#app/ui/dashboard/page-top.tsx'
import { RecordRows } from '#app/ui/dashboard/record-rows.tsx'
import { ChangeNote } from '#app/ui/form/change-form.tsx'
import type { Route } from './+types/decline-texts.ts'

export const loader = ({ context }: Route.LoaderArgs) => listDeclineTexts(context.get(servicesContext).db)

export const action = (args: Route.ActionArgs) => changeAction(args, declineTextsChanges)

export const handle: AdminHandle = { title: 'Decline messages' }

export default function DeclineTexts({ loaderData: { texts, version }, actionData }: Route.ComponentProps) {
  const answer = actionData ?? null
  const records = texts.flatMap((text, at) => (text ? [{ id: String(at), version, value: { text } }] : []))
  return (
    <>
      <PageTop
        title="Decline messages"
        facts="When you decline a request, you start from one of these and can change it before it’s sent."
      />
      <ChangeNote answer={answer} forms={['text']} />
      <RecordRows
        title="Messages"
        note="Up to three"
        noun="message"
        none="No messages yet."
        fields={DECLINE_FIELDS}
        columns={DECLINE_COLUMNS}
        records={records}
        form={{ answer }}
        {...(records.length < texts.length && { adding: { intent: 'text', anchor: 'new-message', version } })}
        change="text"
        removal={{ intent: 'remove-text' }}
      />
    </>
  )
}

import {
  declineTextsChanges,
  listDeclineTexts,
} from '#app/features/bookings/manage/page/decline-texts.changes.server.ts'
import { changeAction } from '#app/platform/change/change.server.ts'
import { servicesContext } from '#app/platform/http/page-context.server.ts'
import type { AdminHandle } from '#app/shared/page-handle.ts'
import { PageTop } from '#app/ui/dashboard/page-top.tsx'
import { ChangeForm, FormArea } from '#app/ui/form/change-form.tsx'
import type { Route } from './+types/decline-texts.ts'

export const loader = ({ context }: Route.LoaderArgs) => listDeclineTexts(context.get(servicesContext).db)

export const action = (args: Route.ActionArgs) => changeAction(args, declineTextsChanges)

export const handle: AdminHandle = { title: 'Decline messages' }

export default function DeclineTexts({ loaderData: { texts, version }, actionData }: Route.ComponentProps) {
  return (
    <>
      <PageTop
        title="Decline messages"
        facts="When you decline a request, you start from one of these and can change it before it’s sent. An empty one isn’t offered."
      />
      <ChangeForm<typeof declineTextsChanges>
        intent="texts"
        version={version}
        stored={{ texts }}
        answer={actionData ?? null}
      >
        {(fields) =>
          fields.texts
            .getFieldList()
            .map((field, at) => <FormArea key={field.key} field={field} label={`Message ${at + 1}`} />)
        }
      </ChangeForm>
    </>
  )
}

import { personalDataChanges } from '#app/features/privacy/manage/personal-data.changes.server.ts'
import { ErasePerson, FindPerson, StoredData } from '#app/features/privacy/manage/personal-data.tsx'
import { changeAction } from '#app/platform/change/change.server.ts'
import { operatorContext } from '#app/platform/http/operator-access.server.ts'
import { may } from '#app/shared/may.ts'
import type { AdminHandle } from '#app/shared/page-handle.ts'
import { PageTop } from '#app/ui/dashboard/page-top.tsx'
import { ChangeNote } from '#app/ui/form/change-form.tsx'
import type { Route } from './+types/personal-data.ts'

export function loader({ context }: Route.LoaderArgs) {
  return { mayErase: may(context.get(operatorContext), 'contacts:write') }
}

export const action = (args: Route.ActionArgs) => changeAction(args, personalDataChanges)

export const handle: AdminHandle = { title: 'Personal data' }

export default function PersonalData({ loaderData, actionData }: Route.ComponentProps) {
  const answer = actionData ?? null
  const summary = answer?.shown ?? answer?.preview ?? null
  return (
    <>
      <PageTop title="Personal data" />
      <p>
        Guests may ask what you store about them, and to have it erased. Make sure that the address is theirs: answer to
        it, and ask.
      </p>
      <ChangeNote answer={answer} forms={['find', ...(summary ? ['erase'] : [])]} />
      <FindPerson answer={answer} />
      {summary && <StoredData summary={summary} />}
      {summary && summary.kinds.length > 0 && loaderData.mayErase && (
        <ErasePerson key={summary.email} email={summary.email} answer={answer} />
      )}
    </>
  )
}

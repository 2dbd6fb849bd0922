import { accountChanges } from '#app/features/operators/manage/account/account.changes.server.ts'
import {
  DetailsForm,
  PasswordForm,
  SecondFactor,
  Sessions,
} from '#app/features/operators/manage/account/account-forms.tsx'
import { getAccount } from '#app/features/operators/manage/account/account-page.server.ts'
import { Passkeys } from '#app/features/operators/manage/account/passkeys.tsx'
import { PushSwitch } from '#app/features/operators/push/push-switch.tsx'
import { getOperatorTimeZone } from '#app/features/site/operator-time-zone.server.ts'
import { changeAction } from '#app/platform/change/change.server.ts'
import { operatorContext } from '#app/platform/http/operator-access.server.ts'
import { servicesContext } from '#app/platform/http/page-context.server.ts'
import { useMay } from '#app/shared/browser/use-may.ts'
import type { AdminHandle } from '#app/shared/page-handle.ts'
import { ROLES } from '#app/shared/roles.ts'
import { Card } from '#app/ui/dashboard/card.tsx'
import { PageTop } from '#app/ui/dashboard/page-top.tsx'
import { ChangeNote } from '#app/ui/form/change-form.tsx'
import type { Route } from './+types/account.ts'

export async function loader({ url, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext)
  const account = await getAccount(services, context.get(operatorContext), await getOperatorTimeZone(services))
  return { account, isRequired: url.searchParams.has('second-factor') }
}

/** A new key and new recovery codes are shown in the answer itself, and nowhere else. */
export const action = (args: Route.ActionArgs) => changeAction(args, accountChanges)

export const handle: AdminHandle = { title: 'Your account' }

export default function Account({ loaderData, actionData }: Route.ComponentProps) {
  const { account, isRequired } = loaderData
  const answer = actionData ?? null
  const seesGuests = useMay()('contacts:read')
  if (!account) {
    return <PageTop title="Your account" facts="Nobody signs in to the demo, so there is no account." />
  }
  return (
    <>
      <PageTop title="Your account" note={ROLES[account.role].label} />
      {isRequired && !account.hasApp && account.passkeys.length === 0 && (
        <p className="admin-note">
          This site requires a second factor for your role. Add a passkey or an app below, and the rest of the back
          office opens.
        </p>
      )}
      <ChangeNote answer={answer} forms={['details', 'password', 'confirm-app']} />
      <Card title="Passkeys">
        <Passkeys passkeys={account.passkeys} answer={answer} />
      </Card>
      <Card anchor="app" title="Second factor">
        <SecondFactor {...account} answer={answer} />
      </Card>
      {seesGuests && (
        <Card title="Notifications">
          <p>New requests and messages, also while no page is open. They name the home, and nothing about the guest.</p>
          <PushSwitch />
        </Card>
      )}
      <Card title="Name and email">
        <DetailsForm account={account} answer={answer} />
      </Card>
      <Card title="Password">
        <p>A new password ends every other session.</p>
        <PasswordForm answer={answer} />
      </Card>
      <Card title="Where you’re signed in">
        <Sessions sessions={account.sessions} />
      </Card>
    </>
  )
}

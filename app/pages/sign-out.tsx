import { Form, redirect, redirectDocument, useNavigation } from 'react-router'
import { ifUnreachable } from '#app/features/operators/if-unreachable.ts'
import { signOut } from '#app/features/operators/operators.server.ts'
import { staffMetadata } from '#app/features/operators/staff-metadata.ts'
import { operatorAccessContext } from '#app/platform/http/operator-access.server.ts'
import { servicesContext } from '#app/platform/http/page-context.server.ts'
import type { PageHandle } from '#app/shared/page-handle.ts'
import { UNREACHABLE } from '#app/shared/problem.ts'
import { Button } from '#app/ui/button.tsx'
import { PageHead } from '#app/ui/page-head.tsx'
import type { Route } from './+types/sign-out.ts'

export const handle: PageHandle = { perRequest: true }

export async function loader({ request, context }: Route.LoaderArgs) {
  const { demo } = context.get(servicesContext).config
  if (demo || !(await context.get(operatorAccessContext).findOperator(request.headers))) throw redirect('/sign-in')
  return null
}

/** Whole pages are reloaded afterwards, so that none of the operator's data stays in the browser's memory. */
export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext)
  if (services.config.demo) return redirectDocument('/sign-in')
  const cookie = await signOut(services, request.headers)
  return redirectDocument('/sign-in?signed-out', { headers: { 'set-cookie': cookie } })
}

/** A broken connection leaves the session as it is. */
export const clientAction = ({ serverAction }: Route.ClientActionArgs) => ifUnreachable(serverAction, UNREACHABLE)

export const headers: Route.HeadersFunction = () => ({ 'cache-control': 'no-store' })

export const meta: Route.MetaFunction = ({ matches }) =>
  staffMetadata(matches, { title: 'Sign out', path: '/sign-out' })

export default function SignOut({ actionData }: Route.ComponentProps) {
  const pending = useNavigation().formMethod !== undefined
  return (
    <PageHead title="Sign out" text="You’ll need your password to sign in again in this browser.">
      {actionData && (
        <p role="alert" className="measure">
          {actionData}
        </p>
      )}
      <Form method="post" className="page-ways" aria-busy={pending}>
        <Button type="submit" pending={pending} pendingText="Signing out...">
          Sign out
        </Button>
      </Form>
    </PageHead>
  )
}

import { Form, redirect, redirectDocument, useNavigation } from 'react-router'
import { signOut } from '#app/features/operators/operators.server.ts'
import { rootData } from '#app/features/site/root-data.ts'
import { operatorAccessContext } from '#app/platform/operator-access.server.ts'
import { servicesContext } from '#app/platform/page-context.server.ts'
import { pageMetadata } from '#app/shared/page-metadata.ts'
import { Button } from '#app/ui/button.tsx'
import { PageHead } from '#app/ui/page-head.tsx'
import type { Route } from './+types/sign-out.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const { demo } = context.get(servicesContext).config
  if (demo || !(await context.get(operatorAccessContext).isOperator(request.headers))) throw redirect('/sign-in')
  return null
}

/** Whole pages are loaded anew afterwards, so that nothing of the operator's stays in the browser's memory. */
export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext)
  if (services.config.demo) return redirectDocument('/sign-in')
  const cookie = await signOut(services, request.headers)
  return redirectDocument('/sign-in?signed-out', { headers: { 'set-cookie': cookie } })
}

export const headers: Route.HeadersFunction = () => ({ 'cache-control': 'no-store' })

export const meta: Route.MetaFunction = ({ matches }) => {
  const { identity } = rootData(matches)
  const description = `For those who run ${identity.brand}.`
  return pageMetadata(identity, { title: 'Sign out', description, path: '/sign-out', noindex: true })
}

export default function SignOut() {
  const pending = useNavigation().state !== 'idle'
  return (
    <>
      <PageHead title="Sign out" text="This browser will need the password again." />
      <Form method="post" className="band band-y" aria-busy={pending}>
        <Button type="submit" pending={pending} pendingText="Signing out ...">
          Sign out
        </Button>
      </Form>
    </>
  )
}

import { data, redirect, redirectDocument } from 'react-router'
import { AccountForm } from '#app/features/operators/account-form.tsx'
import { getFirstOperatorLink, submitFirstOperator } from '#app/features/operators/first-operator.server.ts'
import { ifUnreachable } from '#app/features/operators/if-unreachable.ts'
import { rootData, useRootData } from '#app/features/site/root-data.ts'
import { privateFormHeaders, readForm, retryAfterHeaders } from '#app/platform/http/form-action.server.ts'
import { servicesContext } from '#app/platform/http/page-context.server.ts'
import type { PageHandle } from '#app/shared/page-handle.ts'
import { pageMetadata } from '#app/shared/page-metadata.ts'
import { UNREACHABLE } from '#app/shared/problem.ts'
import { PageHead } from '#app/ui/page-head.tsx'
import type { Route } from './+types/first-operator.ts'

export const handle: PageHandle = { perRequest: true, secret: true }

/** The page of the one-time link that a start makes while nobody may sign in. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext)
  if (services.config.demo) throw redirect('/sign-in')
  const link = await getFirstOperatorLink(services, params.token)
  return data({ link }, { status: link === 'open' ? 200 : 410 })
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const posted = await readForm(request, context)
  if (posted.services.config.demo) return redirectDocument('/sign-in')
  const answer = await submitFirstOperator(posted, { token: params.token, headers: request.headers })
  if (answer.ok) {
    return redirectDocument('/admin', { headers: answer.cookies.map((cookie) => ['set-cookie', cookie]) })
  }
  // The page itself says why the link has ended.
  if (answer.status === 410) return redirectDocument(`/first-operator/${params.token}`)
  const { status, message, fields, values } = answer
  return data({ message, fields, values }, { status, headers: retryAfterHeaders(answer) })
}

/** A broken connection leaves the form as it is. */
export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const typed = await request.clone().formData()
  const values = { username: String(typed.get('username') ?? '') }
  return ifUnreachable(serverAction, { message: UNREACHABLE, fields: {}, values })
}

export const headers: Route.HeadersFunction = privateFormHeaders

export const meta: Route.MetaFunction = ({ matches }) => {
  const { identity } = rootData(matches)
  const description = `For ${identity.brand} staff.`
  return pageMetadata(identity, { title: 'First operator', description, path: '/first-operator', noindex: true })
}

export default function FirstOperator({ loaderData, actionData }: Route.ComponentProps) {
  const { identity } = useRootData()
  if (loaderData.link === 'has-operator') {
    return (
      <PageHead
        title="There’s an operator already"
        text={
          <>
            This link has ended. Another operator is created on the server with{' '}
            <code>npm run site -- operator create</code> and a name.
          </>
        }
      >
        <p className="page-ways">
          <a className="button button-ember" href="/sign-in">
            Sign in
          </a>
        </p>
      </PageHead>
    )
  }
  if (loaderData.link === 'ended') {
    return (
      <PageHead
        title="This link has ended"
        text={
          <>
            It works once, within an hour of the start that printed it. Restart the site for a new link, or run{' '}
            <code>npm run site -- operator create</code> with a name on the server.
          </>
        }
      />
    )
  }
  return (
    <>
      <PageHead
        title="Create the first operator"
        text={`You run ${identity.brand} from the browser with this account.`}
      />
      <div className="band page-columns">
        <AccountForm refused={actionData ?? null} button={['Create and sign in', 'Creating...']} />
      </div>
    </>
  )
}

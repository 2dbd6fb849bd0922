import { data, redirect, redirectDocument } from 'react-router'
import { AccountForm } from '#app/features/operators/account-form.tsx'
import { answerByLink } from '#app/features/operators/by-link.server.ts'
import { getFirstOperatorLink, submitFirstOperator } from '#app/features/operators/first-operator.server.ts'
import { sendWithName } from '#app/features/operators/if-unreachable.ts'
import { staffMetadata } from '#app/features/operators/staff-metadata.ts'
import { useRootData } from '#app/features/site/root-data.ts'
import { privateFormHeaders, readForm } from '#app/platform/http/form-action.server.ts'
import { servicesContext } from '#app/platform/http/page-context.server.ts'
import type { PageHandle } from '#app/shared/page-handle.ts'
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

export async function action({ request, url, params, context }: Route.ActionArgs) {
  const posted = await readForm(request, context)
  if (posted.services.config.demo) return redirectDocument('/sign-in')
  const answer = await submitFirstOperator(posted, { token: params.token, headers: request.headers })
  return answerByLink(answer, url.pathname)
}

export const clientAction = (form: Route.ClientActionArgs) => sendWithName(form)

export const headers: Route.HeadersFunction = privateFormHeaders

export const meta: Route.MetaFunction = ({ matches }) =>
  staffMetadata(matches, { title: 'First operator', path: '/first-operator' })

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

import { data, Link, redirect, redirectDocument } from 'react-router'
import { AccountForm } from '#app/features/operators/account-form.tsx'
import {
  acceptInvitation,
  answerByLink,
  getAccountLink,
  setNewPassword,
} from '#app/features/operators/by-link.server.ts'
import { sendWithName } from '#app/features/operators/if-unreachable.ts'
import { staffMetadata } from '#app/features/operators/staff-metadata.ts'
import { useRootData } from '#app/features/site/root-data.ts'
import { privateFormHeaders, readForm } from '#app/platform/http/form-action.server.ts'
import { servicesContext } from '#app/platform/http/page-context.server.ts'
import type { PageHandle } from '#app/shared/page-handle.ts'
import { ROLES } from '#app/shared/roles.ts'
import { PageHead } from '#app/ui/page-head.tsx'
import type { Route } from './+types/account-link.ts'

export const handle: PageHandle = { perRequest: true, secret: true }

/** The page of a link that came by mail: an invitation, or one that sets a new password. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext)
  if (services.config.demo) throw redirect('/sign-in')
  const link = await getAccountLink(services, params.token ?? '')
  return data({ link }, { status: link ? 200 : 410 })
}

export async function action({ request, url, params, context }: Route.ActionArgs) {
  const posted = await readForm(request, context)
  if (posted.services.config.demo) return redirectDocument('/sign-in')
  const sent = { token: params.token ?? '', headers: request.headers }
  const isInvitation = (await getAccountLink(posted.services, sent.token))?.kind === 'invitation'
  const answer = isInvitation ? await acceptInvitation(posted, sent) : await setNewPassword(posted, sent)
  return answerByLink(answer, url.pathname)
}

export const clientAction = (form: Route.ClientActionArgs) => sendWithName(form)

export const headers: Route.HeadersFunction = privateFormHeaders

export const meta: Route.MetaFunction = ({ matches }) =>
  staffMetadata(matches, { title: 'Your account', path: '/sign-in' })

export default function AccountLink({ loaderData, actionData }: Route.ComponentProps) {
  const { identity } = useRootData()
  const { link } = loaderData
  if (!link) {
    return (
      <PageHead
        title="This link has ended"
        text="It works once: an invitation for three days, a link for a new password for 30 minutes. Ask for another."
      >
        <p className="page-ways">
          <Link className="button button-ember" to="/new-password">
            Ask for a new password
          </Link>
        </p>
      </PageHead>
    )
  }
  const isInvitation = link.kind === 'invitation'
  return (
    <>
      {isInvitation ? (
        <PageHead
          title={`Welcome to ${identity.brand}`}
          text={`You’re invited as ${ROLES[link.role].label.toLowerCase()}. Choose how you sign in.`}
        />
      ) : (
        <PageHead
          title="Choose a new password"
          text={`For ${link.username}. It ends every session, and you sign in with it.`}
        />
      )}
      <div className="band page-columns">
        <AccountForm
          refused={actionData ?? null}
          withName={isInvitation}
          button={isInvitation ? ['Accept and sign in', 'Creating...'] : ['Set the password', 'Saving...']}
        />
      </div>
    </>
  )
}

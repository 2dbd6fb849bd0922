import { useEffect } from 'react'
import { data, Link, redirectDocument } from 'react-router'
import { sendWithName } from '#app/features/operators/if-unreachable.ts'
import { pathAfterSignIn } from '#app/features/operators/operators.ts'
import { SignInForm } from '#app/features/operators/sign-in-form.tsx'
import { signInWithForm } from '#app/features/operators/sign-in-with-form.server.ts'
import { staffMetadata } from '#app/features/operators/staff-metadata.ts'
import { useRootData } from '#app/features/site/root-data.ts'
import { privateFormHeaders, refusalResponse } from '#app/platform/http/form-action.server.ts'
import { operatorAccessContext } from '#app/platform/http/operator-access.server.ts'
import { clientAddressContext, servicesContext } from '#app/platform/http/page-context.server.ts'
import { removeOfflineCopy } from '#app/shared/browser/offline-copy.ts'
import type { PageHandle } from '#app/shared/page-handle.ts'
import { PageHead } from '#app/ui/page-head.tsx'
import { SideNote, SideNotes } from '#app/ui/side-notes.tsx'
import type { Route } from './+types/sign-in.ts'

export const handle: PageHandle = { perRequest: true }

/** The last action, as the address names it. */
const DONE = [
  ['signed-out', 'You’re signed out.'],
  ['new-password', 'Your password is set. Sign in with it.'],
] as const

export async function loader({ request, context }: Route.LoaderArgs) {
  const { config } = context.get(servicesContext)
  const query = new URL(request.url).searchParams
  const to = pathAfterSignIn(query.get('to'))
  const signedIn = await context.get(operatorAccessContext).findOperator(request.headers)
  if (signedIn && !config.demo) throw redirectDocument(to)
  const done = DONE.find(([key]) => query.has(key))?.[1] ?? null
  return { to, demo: config.demo, done }
}

export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext)
  const to = pathAfterSignIn(new URL(request.url).searchParams.get('to'))
  if (services.config.demo) return redirectDocument(to)
  const form = await request.formData().catch(() => null)
  if (!form) throw data(null, { status: 415 })
  const address = context.get(clientAddressContext)
  const outcome = await signInWithForm(services, { form, address, headers: request.headers })
  if (outcome.ok) {
    const cookies = [outcome.cookie, outcome.deviceCookie]
    return redirectDocument(to, { headers: cookies.map((cookie) => ['set-cookie', cookie]) })
  }
  return refusalResponse(outcome)
}

export const clientAction = (form: Route.ClientActionArgs) => sendWithName(form)

export const headers: Route.HeadersFunction = privateFormHeaders

export const meta: Route.MetaFunction = ({ matches }) => staffMetadata(matches, { title: 'Sign in', path: '/sign-in' })

export default function SignIn({ loaderData, actionData }: Route.ComponentProps) {
  const { identity, site } = useRootData()
  const { to, demo, done } = loaderData
  useEffect(() => void (demo || removeOfflineCopy()), [demo])
  const whom = `For ${identity.brand} staff. Guests don’t need an account.`
  if (demo) {
    return (
      <PageHead title="Sign in" text={whom}>
        <p className="measure">This is a demo on your own computer. Everything is open, and no one needs to sign in.</p>
        <p className="page-ways">
          <Link to={to} reloadDocument className="button button-ember">
            Continue
          </Link>
        </p>
      </PageHead>
    )
  }
  return (
    <>
      <PageHead title="Sign in" text={whom} />
      <div className="band page-columns">
        <div>
          {done && !actionData && (
            <p role="status" className="form-sent mb-8">
              {done}
            </p>
          )}
          <SignInForm refused={actionData ?? null} to={to} />
        </div>
        <SideNotes label="More about signing in">
          <SideNote title="Are you a guest?">
            You don’t need an account for your booking. Everything is in your confirmation email. Questions? Write to{' '}
            <a className="link" href={`mailto:${site.email}`}>
              {site.email}
            </a>
            .
          </SideNote>
          <SideNote title="Forgot your password?">
            <Link className="link" to="/new-password">
              Ask for a link to set a new one
            </Link>
            . If your account has no email address, whoever manages the server runs{' '}
            <code>npm run site -- operator password</code> and your name.
          </SideNote>
        </SideNotes>
      </div>
    </>
  )
}

import { data } from 'react-router'
import { passkeyToUse } from '#app/features/operators/passkeys.server.ts'
import { signInWithForm } from '#app/features/operators/sign-in-with-form.server.ts'
import { retryAfterHeaders } from '#app/platform/http/form-action.server.ts'
import { isJustConfirmed, operatorAccessContext } from '#app/platform/http/operator-access.server.ts'
import { clientAddressContext, servicesContext } from '#app/platform/http/page-context.server.ts'
import { CONFIRM } from '#app/shared/change-answer.ts'
import type { PageHandle } from '#app/shared/page-handle.ts'
import type { Route } from './+types/session.ts'

export const handle: PageHandle = { perRequest: true }

const NO_STORE = { 'cache-control': 'no-store' }

/**
 * 204 for a signed-in operator, 401 for everyone else: the back office asks before it sends a form. With `confirm` in
 * the query, also 401 for an operator who signed in too long ago for an irreversible change.
 */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext)
  const signedIn = await context.get(operatorAccessContext).findOperator(request.headers)
  const isEnough = signedIn && (!url.searchParams.has(CONFIRM) || isJustConfirmed(signedIn, services.clock.now()))
  return new Response(null, { status: isEnough ? 204 : 401, headers: NO_STORE })
}

/**
 * Signs in over an open page, which keeps all input there. With `passkey` in the query, answers the challenge that a
 * passkey has to sign.
 */
export async function action({ request, url, context }: Route.ActionArgs) {
  if (url.searchParams.has('passkey')) return answerPasskey(request, context)
  const form = await request.formData().catch(() => null)
  if (!form) throw data(null, { status: 415 })
  const address = context.get(clientAddressContext)
  const outcome = await signInWithForm(context.get(servicesContext), { form, address, headers: request.headers })
  if (outcome.ok) {
    const headers = new Headers(NO_STORE)
    for (const cookie of [outcome.cookie, outcome.deviceCookie]) headers.append('set-cookie', cookie)
    return new Response(null, { status: 204, headers })
  }
  return Response.json(outcome, {
    status: outcome.status,
    headers: { ...NO_STORE, ...retryAfterHeaders(outcome) },
  })
}

async function answerPasskey(request: Request, context: Route.ActionArgs['context']) {
  const services = context.get(servicesContext)
  const counted = await services.limits.consume('passkeys', context.get(clientAddressContext))
  if (!counted.ok)
    return Response.json(counted, { status: 429, headers: { ...NO_STORE, ...retryAfterHeaders(counted) } })
  const signedIn = await context.get(operatorAccessContext).findOperator(request.headers)
  const asked = await passkeyToUse(services, signedIn?.id ?? null)
  if (asked) return Response.json(asked, { headers: NO_STORE })
  const message = 'Your account has no passkey yet. Please use your password.'
  return Response.json({ message }, { status: 409, headers: NO_STORE })
}

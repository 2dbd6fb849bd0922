import type { RouterContextProvider } from 'react-router'
import { isDatabaseUnavailable } from '#app/platform/db/unavailable.server.ts'
import { typedPairs, UNAVAILABLE } from '#app/platform/http/form-action.server.ts'
import { isJustConfirmed, operatorAccessContext } from '#app/platform/http/operator-access.server.ts'
import {
  clientAddressContext,
  databaseUnavailableContext,
  servicesContext,
} from '#app/platform/http/page-context.server.ts'
import { retryPage } from '#app/platform/http/retry-page.server.tsx'
import { CONFIRM } from '#app/shared/change-answer.ts'
import { type Refusal, refuse } from '#app/shared/refusal.ts'
import type { SignInRefused } from './operators.ts'
import { SignInFields } from './sign-in-fields.tsx'
import { signInWithForm } from './sign-in-with-form.server.ts'

type Middleware = (
  args: { request: Request; context: Readonly<RouterContextProvider> },
  next: () => Promise<unknown>,
) => Promise<Response | undefined>

const PREFIX = 'operator-'
const OWN_FIELDS = new Set([`${PREFIX}username`, `${PREFIX}password`, `${PREFIX}code`])

const SIGNED_OUT = refuse('signed-out', 'Please sign in once more. Nothing you typed is lost.')

const capitalized = (name: string) => name.charAt(0).toUpperCase() + name.slice(1).replaceAll(/[-_]/g, ' ')

/**
 * Keeps the input of a form of the back office that cannot be stored. That is because the session ended meanwhile, or
 * the database is unavailable. Without script the answer is a page that has the form's values and sends them again,
 * once, after signing in. With script the open page keeps them (app/shell/admin-forms.tsx).
 */
export function offerResubmit(stylesheet: string): Middleware {
  return async ({ request, context }, next) => {
    const isForm = request.method === 'POST' && request.headers.get('accept')?.includes('text/html')
    const form = isForm
      ? await request
          .clone()
          .formData()
          .catch(() => null)
      : null
    if (!form) return (await next()) as Response
    const values = typedPairs(form).filter(([name]) => !OWN_FIELDS.has(name))
    const { pathname, search } = new URL(request.url)
    const target = { action: pathname + search, labels: {} }
    const unavailable = () => {
      // Sentences are shown; other values of the form would only confuse.
      const texts = values.filter(([, value]) => value.includes(' '))
      const labels = Object.fromEntries(texts.map(([name]) => [name, capitalized(name)]))
      const refused = { status: 503, message: UNAVAILABLE.message, values }
      return retryPage(stylesheet, { ...target, title: 'Not saved yet', button: 'Save', labels, refused })
    }
    const askToSignIn = ({ status, message }: Refusal, refused: SignInRefused | null) =>
      retryPage(stylesheet, {
        ...target,
        title: 'Please sign in again',
        button: 'Sign in and save',
        fields: <SignInFields refused={refused} prefix={PREFIX} />,
        refused: { status, message, values },
      })
    try {
      const signedIn = await signInAgain({ request, context, form })
      if (signedIn !== null && !signedIn.ok) return askToSignIn(signedIn, 'values' in signedIn ? signedIn : null)
      const response = (await next()) as Response
      if (context.get(databaseUnavailableContext)) return unavailable()
      if (signedIn?.ok) {
        for (const cookie of [signedIn.cookie, signedIn.deviceCookie]) response.headers.append('set-cookie', cookie)
      }
      return response
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error
      context.get(servicesContext).log.error({ event: 'form.not-stored', err: error }, 'a form could not be stored')
      return unavailable()
    }
  }
}

/**
 * Signs in with the form's own fields if there is no session. Does the same if the session is too old for the change.
 * Null while there is one.
 */
async function signInAgain({
  request,
  context,
  form,
}: {
  request: Request
  context: Readonly<RouterContextProvider>
  form: FormData
}): Promise<Awaited<ReturnType<typeof signInWithForm>> | typeof SIGNED_OUT | null> {
  const access = context.get(operatorAccessContext)
  const services = context.get(servicesContext)
  const before = await access.findOperator(request.headers)
  if (before && (!form.has(CONFIRM) || isJustConfirmed(before, services.clock.now()))) return null
  const fields = new FormData()
  for (const name of ['username', 'password', 'code']) fields.set(name, form.get(PREFIX + name) ?? '')
  if (!form.has(`${PREFIX}username`)) return SIGNED_OUT
  const address = context.get(clientAddressContext)
  const outcome = await signInWithForm(services, {
    form: fields,
    address,
    headers: request.headers,
  })
  if (!outcome.ok) return outcome
  const operator = await access.findOperator(new Headers({ cookie: outcome.cookie.split(';')[0] ?? '' }))
  context.set(operatorAccessContext, { ...access, findOperator: async () => operator })
  return outcome
}

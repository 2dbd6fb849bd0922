import { z } from 'zod'
import { CHECK_FIELDS, fieldsOf, genericMessage } from '#app/shared/problem.ts'
import { type Refusal, refuse } from '#app/shared/refusal.ts'
import { signIn, signInWithPasskey } from './operators.server.ts'
import { type SignInRefused, signInSchema } from './operators.ts'
import { assertionField } from './passkeys.server.ts'
import { WRONG_PASSKEY } from './sign-in-refusals.server.ts'

/** The name as it was typed, to be shown again. */
const typedSchema = z.string().catch('')

type FormSignIn = { ok: true; cookie: string; deviceCookie: string } | (Refusal & SignInRefused)

/**
 * Signs in with the fields `username` and `password` of a form, or with a device's signature, in `passkey`. The cookies
 * are for `Set-Cookie`.
 */
export async function signInWithForm(
  services: Parameters<typeof signIn>[0],
  { form, address, headers }: { form: FormData; address: string; headers: Headers },
): Promise<FormSignIn> {
  const username = typedSchema.parse(form.get('username')).slice(0, 200)
  const refused = (refusal: Refusal) => ({ ...refusal, fields: refusal.fields ?? {}, values: { username } })
  if (form.has('passkey')) {
    const { data: sent } = assertionField.safeParse(form.get('passkey'))
    const outcome = sent ? await signInWithPasskey(services, { sent, address, headers }) : WRONG_PASSKEY
    return outcome.ok ? outcome : refused(outcome)
  }
  const sent = signInSchema.safeParse(Object.fromEntries(form), { error: genericMessage })
  if (!sent.success) return refused(refuse('invalid-input', CHECK_FIELDS, fieldsOf(sent.error)))
  const outcome = await signIn(services, { ...sent.data, address, headers })
  if (outcome.ok) return outcome
  const needsCode = outcome.reason === 'code-needed' || outcome.reason === 'wrong-code'
  return { ...refused(outcome), ...(needsCode && { needsCode }) }
}

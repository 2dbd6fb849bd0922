import { z } from 'zod'
import { fieldsOf, genericMessage } from '#app/shared/problem.ts'
import { durationText } from '#app/shared/words.ts'
import { signIn, signInWithPasskey } from './operators.server.ts'
import { type SignInRefused, signInSchema } from './operators.ts'
import { assertionField } from './passkeys.server.ts'

/** The name as it was typed, to be shown again. */
const typedSchema = z.string().catch('')

const tooMany = (what: string, seconds: number) =>
  `Too many ${what}. Please wait ${durationText(seconds)}, then try again.`

type FormSignIn =
  | { ok: true; cookie: string; deviceCookie: string }
  | { ok: false; status: number; refused: SignInRefused; retryAfter?: number }

const WRONG_PASSKEY = 'This passkey didn’t work. Please try again, or sign in with your password.'

/**
 * Signs in with the fields `username` and `password` of a form, or with what a device has signed, in `passkey`. The
 * cookies are for `Set-Cookie`.
 */
export async function signInWithForm(
  services: Parameters<typeof signIn>[0],
  { form, address, headers }: { form: FormData; address: string; headers: Headers },
): Promise<FormSignIn> {
  const username = typedSchema.parse(form.get('username')).slice(0, 200)
  const refuse = (
    status: number,
    message: string,
    fields: SignInRefused['fields'],
    retryAfter?: number,
  ): FormSignIn => {
    return { ok: false, status, refused: { message, fields, username }, retryAfter }
  }
  if (form.has('passkey')) {
    const { data: sent } = assertionField.safeParse(form.get('passkey'))
    const outcome = sent ? await signInWithPasskey(services, { sent, address, headers }) : null
    if (outcome?.ok) return outcome
    if (outcome?.reason !== 'slow-down') return refuse(400, WRONG_PASSKEY, {})
    return refuse(429, tooMany('tries', outcome.retryAfter), {}, outcome.retryAfter)
  }
  const sent = signInSchema.safeParse(Object.fromEntries(form), { error: genericMessage })
  if (!sent.success) return refuse(400, 'Please check the highlighted fields.', fieldsOf(sent.error))
  const outcome = await signIn(services, { ...sent.data, address, headers })
  if (outcome.ok) return outcome
  if (outcome.reason === 'slow-down') {
    const message = tooMany('wrong passwords', outcome.retryAfter)
    return refuse(429, message, { password: 'Please wait, then enter it again' }, outcome.retryAfter)
  }
  if (outcome.reason === 'passkey-needed') {
    return refuse(400, 'This site asks you for a second factor. Please use your passkey.', {})
  }
  if (outcome.reason === 'code-needed' || outcome.reason === 'wrong-code') {
    const isWrong = outcome.reason === 'wrong-code'
    const message = isWrong ? 'That code isn’t right, or was used already.' : 'One more step: the code of your app.'
    const fields = { code: isWrong ? 'Please enter the code that your app shows now' : 'Please enter the code' }
    return { ok: false, status: 400, refused: { message, fields, username, needsCode: true } }
  }
  return refuse(400, 'That name or password isn’t right.', { password: 'Please enter it again' })
}

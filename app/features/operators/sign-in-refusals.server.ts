import { type Refusal, refuse } from '#app/shared/refusal.ts'
import { durationText } from '#app/shared/words.ts'

/** After too many wrong tries. */
export type SlowDown = Refusal<'slow-down'> & { retryAfter: number }

export function slowDown(retryAfter: number): SlowDown {
  const message = `Too many wrong passwords. Please wait ${durationText(retryAfter)}, then try again.`
  return { ...refuse('slow-down', message, { password: 'Please wait, then enter it again' }), retryAfter }
}

/** The same for a passkey, which is not typed. */
export function slowDownPasskey(retryAfter: number): SlowDown {
  const message = `Too many tries. Please wait ${durationText(retryAfter)}, then try again.`
  return { ...refuse('slow-down', message), retryAfter }
}

export const WRONG_PASSWORD = refuse('wrong', 'That name or password isn’t right.', {
  password: 'Please enter it again',
})

export const WRONG_PASSKEY = refuse(
  'wrong',
  'This passkey didn’t work. Please try again, or sign in with your password.',
)

/** The password is right. */
export const PASSKEY_NEEDED = refuse(
  'passkey-needed',
  'This site asks you for a second factor. Please use your passkey.',
)

/** The password is right. */
export const CODE_NEEDED = refuse('code-needed', 'One more step: the code of your app.', {
  code: 'Please enter the code',
})

/** The password is right. */
export const WRONG_CODE = refuse('wrong-code', 'That code isn’t right, or was used already.', {
  code: 'Please enter the code that your app shows now',
})

import { z } from 'zod'
import { boundedText } from '#app/shared/input/bounded-text.ts'

const USERNAME =
  'A name has 2 to 40 letters, digits, dots, hyphens, or underscores and starts with a letter or a digit.'

/** Names are compared case-insensitively, so they are stored in lowercase. */
export const usernameSchema = boundedText(200, USERNAME)
  .trim()
  .toLowerCase()
  .regex(/^[a-z0-9][a-z0-9._-]{1,39}$/, USERNAME)

const newPasswordSchema = boundedText(200, 'A password has up to 200 characters.').min(
  10,
  'A password has at least 10 characters.',
)

export const newOperatorSchema = z.object({ username: usernameSchema, password: newPasswordSchema })

/** A new password, typed twice. */
export const newPasswordFields = { password: newPasswordSchema, again: boundedText(200, 'The passwords don’t match') }

/** Refuses a form whose two passwords differ. */
export const passwordsMatch = <Form extends z.ZodType<{ password: string; again: string }>>(form: Form) =>
  form.refine(({ password, again }) => password === again, { path: ['again'], message: 'The passwords don’t match' })

/** The fields of the form that creates the first operator. */
export const firstOperatorSchema = passwordsMatch(z.object({ username: usernameSchema, ...newPasswordFields }))

/** The fields of the form that sets a new password. */
export const newPasswordForm = passwordsMatch(z.object(newPasswordFields))

/**
 * The state of the link that creates the first operator. It is useless once it has ended, or once somebody may sign in.
 */
export type FirstOperatorLink = 'open' | 'ended' | 'has-operator'

/** The fields of the sign-in form. */
export const signInSchema = z.object({
  username: boundedText(200, 'Please enter your name').trim().min(1, 'Please enter your name'),
  password: boundedText(1000, 'Please enter your password').min(1, 'Please enter your password'),
  code: boundedText(40, 'Please enter a code of six digits').trim().default(''),
})

const HERE = 'http://this.invalid'
const FIRST_PAGE = '/admin'

/** The path to redirect to after signing in: the requested path of this site, else the operator's first page. */
export function pathAfterSignIn(asked: string | null): string {
  if (!asked?.startsWith('/') || !URL.canParse(asked, HERE)) return FIRST_PAGE
  const { origin, pathname, search, hash } = new URL(asked, HERE)
  if (origin !== HERE || pathname.startsWith('//') || /^\/sign-(?:in|out)\/*$/.test(pathname)) return FIRST_PAGE
  return pathname + search + hash
}

/** The error of a refused sign-in, with the typed name. */
export type SignInRefused = {
  message: string
  fields: { username?: string; password?: string; code?: string }
  values: { username: string }
  /** The operator has a second factor: the form asks for its code. */
  needsCode?: boolean
}

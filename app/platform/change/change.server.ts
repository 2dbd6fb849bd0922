import { parse } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, data, redirect } from 'react-router'
import type { $ZodType, output } from 'zod/v4/core'
import type { ChangeAnswer } from '#app/shared/change-answer.ts'
import { may } from '#app/shared/may.ts'
import { changedPath } from '#app/shared/paths/changed-path.ts'
import { CHECK_FIELDS, genericMessage } from '#app/shared/problem.ts'
import type { AnyFields } from '#app/shared/record-fields.ts'
import { type Refusal, refuse } from '#app/shared/refusal.ts'
import type { Scope } from '#app/shared/roles.ts'
import { isDatabaseUnavailable } from '../db/unavailable.server.ts'
import { UNAVAILABLE } from '../http/form-action.server.ts'
import { isJustConfirmed, logRefusal, type Operator, readOperatorForm } from '../http/operator-access.server.ts'
import { servicesContext } from '../http/page-context.server.ts'
import { RateLimitError } from '../rate-limits/visitor.server.ts'
import type { Services } from '../services.server.ts'
import type { ScopedWords } from './audit.server.ts'

/** What a form of the back office posts beside its own fields, and who posts it. */
export type Posted = {
  services: Services
  by: Operator
  /** Of the page's address. */
  params: Readonly<Record<string, string | undefined>>
  /** Of one of a list; empty for a new one. */
  id: string
  /** Of the record that the form showed (`versionOf`). */
  version: string
  /** The operator has read what the change asks, and saves it anyway. */
  isConfirmed: boolean
  /** The operator only wants to see what would change. */
  isPreview: boolean
  /** Nothing of it stays: the operator looks at the guests’ page as it would be. */
  isRolledBack?: boolean
}

/** A change that was not made. `asks` are questions to read before it is saved anyway, `preview` is what it would change. */
export type ChangeRefusal<Preview = never> = Refusal & { asks?: string[]; preview?: Preview }

/**
 * `id` is that of the record in History; without one, everything is like that already. A `message`, or what is `shown`
 * this once, stands in the answer itself.
 */
export type Done<Shown = never> = {
  ok: true
  id?: string | null
  /** What the record is about. */
  subjectId?: string
  message?: string
  shown?: Shown
  /** It can be taken back, which the answer offers beside the message. `confirms`: as in History. */
  undo?: { confirms: boolean }
  /** The page to go to, if it is another one. */
  to?: string
}

/** What stands beside a form, by what was typed into it so far. Each answer that keeps the form has it. */
export type GetPreview<Preview> = (
  posted: Posted,
  read: (name: string) => string | null,
) => Promise<Preview | undefined>

/** What an operator can change: its form, and what is done with what was typed. */
export type Change<Form extends $ZodType = $ZodType, Preview = never, Name extends string = string> = (
  | {
      /** How History has it, by the name that it gets there. */
      names: Record<Name, ScopedWords>
    }
  | {
      /** Why History has no name for it. */
      unnamed: string
    }
) & {
  form: Form
  /** What the operator must be allowed to. */
  scope: Scope
  /** It cannot be undone, or opens the site to others: who has signed in long ago does so again. Its form has `confirms`. */
  confirms?: true | undefined
  /** Of a form that follows from a list of fields. */
  fields?: AnyFields
  beside?: GetPreview<Preview> | undefined
  run(posted: Posted, input: output<Form>): Promise<Done<Preview> | ChangeRefusal<Preview>>
}

/** What an operator reads who may not make a change, or may not undo it. */
export const NOT_ALLOWED = refuse('not-allowed', 'Your role can’t do this. Ask the owner of the site.')

/** What an operator reads who signed in long ago, if a change or its undo has `confirms`. */
export const SIGN_IN_AGAIN = refuse('not-allowed', 'Please sign in again first.')

/** An index of a list in a field's name. A larger one would fill the memory with empty items. */
const LARGE_INDEX = /\[\d{4,}\]/

/** The field that the buttons of a list post: what they do to which list. */
const LIST_BUTTON = '__intent__'

/** Whether the library can read a form. It throws at a button whose list is none. */
function isReadable(form: FormData): boolean {
  const names = [...form.keys(), ...form.getAll(LIST_BUTTON).map(String)]
  if (form.has('__state__') || names.some((name) => LARGE_INDEX.test(name))) return false
  try {
    if (form.has(LIST_BUTTON)) parse(form, { resolve: () => ({ error: null }) })
    return true
  } catch {
    return false
  }
}

/** What is typed into these fields is never sent back. */
const PASSWORDS = ['current', 'password', 'again']

/** A refused form: why, and the answer that keeps what was typed. */
type Refused<Preview> = Refusal & { fields: Record<string, string>; answer: ChangeAnswer<Preview> }

/** A form that was posted to a page, and by whom. */
export type PostedForm = Pick<Posted, 'services' | 'by' | 'isRolledBack'> & {
  form: FormData
  params?: Posted['params']
}

/**
 * Parses a posted form and makes its change. The answer to a refusal keeps what was typed. Status 503 while the
 * database is unavailable; other errors are thrown.
 */
export async function runChange<Form extends $ZodType, Preview = never>(
  change: Change<Form, Preview>,
  { services, by, form, params = {}, isRolledBack = false }: PostedForm,
): Promise<Done<Preview> | Refused<Preview>> {
  const text = (name: string) => String(form.get(name) ?? '')
  const submission = parseWithZod(form, { schema: change.form, error: genericMessage, disableAutoCoercion: true })
  const [intent, id] = [text('intent'), text('id')]
  const answer = (refusal: ChangeRefusal<Preview>): Refused<Preview> => {
    const { message, fields: wrong = {}, asks = [], preview } = refusal
    const fieldErrors = Object.fromEntries(Object.entries(wrong).map(([name, words]) => [name, [words]]))
    const hideFields = PASSWORDS
    const result = submission.reply(
      message ? { formErrors: [message], fieldErrors, hideFields } : { fieldErrors, hideFields },
    )
    const { '': _, ...errors } = result.error ?? {}
    const fields = Object.fromEntries(Object.entries(errors).map(([name, words]) => [name, words?.[0] ?? '']))
    const at = services.clock.now().toISOString()
    const kept = { intent, id, at, result, asks, preview }
    return { ...refusal, fields, answer: kept }
  }
  if (!may(by, change.scope)) {
    logRefusal(services, by, change.scope)
    return answer(NOT_ALLOWED)
  }
  if (change.confirms && !isJustConfirmed(by, services.clock.now())) return answer(SIGN_IN_AGAIN)
  // A button that adds, removes or moves an item of a list: nothing is stored.
  if (submission.status === undefined) return answer(refuse('not-sent', ''))
  const posted = {
    ...{ services, by, params, id, version: text('version') },
    isConfirmed: isRolledBack || form.has('confirmed'),
    isPreview: form.has('preview'),
    isRolledBack,
  }
  const withPreview = async (refused: Refused<Preview>) => {
    const preview = await change.beside?.(posted, (name) => (form.has(name) ? text(name) : null))
    return preview === undefined ? refused : { ...refused, answer: { ...refused.answer, preview } }
  }
  try {
    if (posted.isPreview && change.beside) {
      const { answer: kept, ...rest } = await withPreview(answer(refuse('not-sent', '')))
      // Nothing is wrong with what is not typed yet.
      return { ...rest, fields: {}, answer: { ...kept, result: { initialValue: kept.result.initialValue } } }
    }
    if (submission.status !== 'success') return await withPreview(answer(refuse('invalid-input', CHECK_FIELDS)))
    const outcome = await change.run(posted, submission.value)
    if (outcome.ok) return outcome
    return await withPreview(answer(outcome))
  } catch (error) {
    if (error instanceof RateLimitError) return answer(error.refusal)
    if (!isDatabaseUnavailable(error)) throw error
    services.log.error(
      { event: 'form.not-stored', err: error },
      'a form could not be stored: the database is unavailable',
    )
    return answer(UNAVAILABLE)
  }
}

/** The change that a form asks for. Null if the page has no such form, or it cannot be read. */
export function findChange<Preview>(changes: Record<string, Change<$ZodType, Preview>>, form: FormData) {
  const intent = String(form.get('intent') ?? '')
  const change = Object.hasOwn(changes, intent) ? changes[intent] : undefined
  return change && isReadable(form) ? { intent, change } : null
}

/**
 * The action of a page of the back office. Makes the change that was posted and leads back to the page, or to `path`.
 * That page says what was done. Throws 400 for a form that the page does not have.
 */
export async function changeAction<Preview = never>(
  { request, url, context, params }: Pick<ActionFunctionArgs, 'request' | 'url' | 'context' | 'params'>,
  changes: Record<string, Change<$ZodType, Preview>>,
  path: string = url.pathname,
) {
  const { by, form } = await readOperatorForm(request, context)
  const found = findChange(changes, form)
  if (!found) throw data(null, { status: 400 })
  const { intent, change } = found
  const outcome = await runChange(change, { services: context.get(servicesContext), by, form, params })
  if (!outcome.ok) return data(outcome.answer, { status: outcome.status })
  const { message, shown, undo } = outcome
  if (!message && !shown) return redirect(changedPath(outcome.to ?? path, outcome.id), 303)
  const about = { intent, id: String(form.get('id') ?? ''), at: '', result: {}, asks: [] }
  const offered = undo && outcome.id ? { undo: { ...undo, id: outcome.id } } : {}
  return data<ChangeAnswer<Preview>>({ ...about, message, shown, ...offered }, { status: 200 })
}

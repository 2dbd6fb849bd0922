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

/** The values that a form of the back office posts beside its own fields, and who posts it. */
export type Posted = {
  services: Services
  by: Operator
  /** The parameters of the page's address. */
  params: Readonly<Record<string, string | undefined>>
  /** The id of an item in a list; empty for a new one. */
  id: string
  /** The version of the record that the form showed (`versionOf`). */
  version: string
  /** The operator has read what the change asks, and saves it anyway. */
  isConfirmed: boolean
  /** The operator only wants to see what would change. */
  isPreview: boolean
  /** Nothing of it is stored: the operator previews the guests’ page. */
  isRolledBack?: boolean
}

/** A change that was not made. `asks` are questions to confirm first, `preview` shows what it would change. */
export type ChangeRefusal<Preview = never> = Refusal & { asks?: string[]; preview?: Preview }

/**
 * `id` is that of the record in History; without one, nothing had to change. The answer itself has a `message`, or a
 * value to show once (`shown`).
 */
export type Done<Shown = never> = {
  ok: true
  id?: string | null
  /** The subject of the record. */
  subjectId?: string
  message?: string
  shown?: Shown
  /** It can be undone, which the answer offers beside the message. `confirms`: as in History. */
  undo?: { confirms: boolean }
  /** The page to go to, if it is another one. */
  to?: string
}

/** The preview beside a form, from its current input. Each answer that keeps the form has it. */
export type GetPreview<Preview> = (
  posted: Posted,
  read: (name: string) => string | null,
) => Promise<Preview | undefined>

/** Something that an operator can change: its form, and what is done with the input. */
export type Change<Form extends $ZodType = $ZodType, Preview = never, Name extends string = string> = (
  | {
      /** The names of the change in History, each with its words. */
      names: Record<Name, ScopedWords>
    }
  | {
      /** Why History has no name for it. */
      unnamed: string
    }
) & {
  form: Form
  /** The scope that the operator needs. */
  scope: Scope
  /**
   * It cannot be undone, or opens the site to others: an operator who signed in long ago confirms the password. Its
   * form has `confirms`.
   */
  confirms?: true | undefined
  /** The fields of a form that is declared as fields. */
  fields?: AnyFields
  beside?: GetPreview<Preview> | undefined
  run(posted: Posted, input: output<Form>): Promise<Done<Preview> | ChangeRefusal<Preview>>
}

/** The message for an operator who may not make or undo a change. */
export const NOT_ALLOWED = refuse('not-allowed', 'Your role can’t do this. Ask the owner of the site.')

/** The message for an operator who signed in long ago, if a change or its undo has `confirms`. */
export const SIGN_IN_AGAIN = refuse('not-allowed', 'Please sign in again first.')

/** An index of a list in a field's name. A larger one would fill the memory with empty items. */
const LARGE_INDEX = /\[\d{4,}\]/

/** The field that the buttons of a list post: the action, and the list that it is for. */
const LIST_BUTTON = '__intent__'

/** Whether the library can parse a form. It throws if a list button names no list. */
export function isReadable(form: FormData): boolean {
  const names = [...form.keys(), ...form.getAll(LIST_BUTTON).map(String)]
  if (form.has('__state__') || names.some((name) => LARGE_INDEX.test(name))) return false
  try {
    if (form.has(LIST_BUTTON)) parse(form, { resolve: () => ({ error: null }) })
    return true
  } catch {
    return false
  }
}

/** Values of these fields are never sent back. */
const SECRETS = ['current', 'password', 'again', 'apiKey']

/** A refused form: the reason, and the answer that keeps the input. */
type Refused<Preview> = Refusal & { fields: Record<string, string>; answer: ChangeAnswer<Preview> }

/** A form that was posted to a page, and by whom. */
export type PostedForm = Pick<Posted, 'services' | 'by' | 'isRolledBack'> & {
  form: FormData
  params?: Posted['params']
}

/**
 * Parses a posted form and makes its change. The answer to a refusal keeps the input. Status 503 while the database is
 * unavailable; other errors are thrown.
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
    const hideFields = SECRETS
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
    services,
    by,
    params,
    id,
    version: text('version'),
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
      // Fields that are still empty are not invalid yet.
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

/** The change that a form requests. Null if the page has no such form, or if it cannot be parsed. */
export function findChange<Preview>(changes: Record<string, Change<$ZodType, Preview>>, form: FormData) {
  const intent = String(form.get('intent') ?? '')
  const change = Object.hasOwn(changes, intent) ? changes[intent] : undefined
  return change && isReadable(form) ? { intent, change } : null
}

/**
 * The action of a page of the back office. Makes the posted change and redirects to the page, or to `path`, which shows
 * what was done. Throws 400 for a form that the page does not have.
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
  const services = context.get(servicesContext)
  const outcome = await runChange(change, { services, by, form, params })
  if (!outcome.ok) return data(outcome.answer, { status: outcome.status })
  const { message, shown, undo } = outcome
  // A page that answers without a redirect is loaded in this request.
  services.versions.recheck()
  if (!message && !shown) return redirect(changedPath(outcome.to ?? path, outcome.id), 303)
  const about = { intent, id: String(form.get('id') ?? ''), at: '', result: {}, asks: [] }
  const offered = undo && outcome.id ? { undo: { ...undo, id: outcome.id } } : {}
  return data<ChangeAnswer<Preview>>({ ...about, message, shown, ...offered }, { status: 200 })
}

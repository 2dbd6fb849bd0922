import { data, type RouterContextProvider } from 'react-router'
import { z } from 'zod'
import { type $ZodType, type output, safeParse } from 'zod/v4/core'
import { CHECK_FIELDS, fieldsOf, genericMessage } from '#app/shared/problem.ts'
import { type Refusal, refuse } from '#app/shared/refusal.ts'
import { isDatabaseUnavailable } from '../db/unavailable.server.ts'
import type { Logger } from '../log.server.ts'
import type { RateLimitName } from '../rate-limits/limits-by-name.server.ts'
import { RateLimitError } from '../rate-limits/visitor.server.ts'
import type { Services } from '../services.server.ts'
import { checkHoneypot, TOO_QUICK } from './honeypot.server.ts'
import { IDEMPOTENCY_KEY } from './idempotency.server.ts'
import { clientAddressContext, servicesContext } from './page-context.server.ts'

/** A refused form with its submitted values, so that the input survives without JavaScript. */
export type FormRefusal = Refusal & { fields: Record<string, string>; values: Record<string, string> }

/** An accepted form, with the id of what was stored. `isRepeat`: it does not count as accepted once more. */
export type Accepted = { ok: true; id?: string; isRepeat?: boolean }

/**
 * The sender of a form. It has the key that the browser made for it, and the address by which the sender is counted.
 */
export type FormSender = { idempotencyKey?: string; address?: string }

/** A form for visitors. Its page posts it (`runForm`), or its script calls the API (`runFormCall`). */
export type VisitorForm<Schema extends $ZodType, Done extends Accepted, Refused extends Refusal> = {
  /** Its rate limit, which is also its name in the log. */
  limit: RateLimitName | null
  /** The answer to a bot that filled in the `HoneypotField`, if the form has one: success. Nothing is stored. */
  honeypot: ((values: Record<string, string>) => Done) | null
  schema: Schema
  /** The message for invalid input, given the messages by field. */
  invalid?: (fields: Record<string, string>) => string
  run(services: Services, input: output<Schema>, sender: FormSender): Promise<Done | Refused>
}

/** The maximum number of characters per field that are sent back. */
const MAX_VALUE_LENGTH = 20_000

/** The refusal of writes while the database is unavailable. */
export const UNAVAILABLE = refuse(
  'unavailable',
  'We can’t save this right now. Nothing you typed is lost. Please try again in a moment.',
)

function typedTexts(form: FormData): Record<string, string> {
  return Object.fromEntries([...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])))
}

/** The input of a form, to be sent back: texts only, each up to a maximum length. */
export function typedPairs(form: FormData): [string, string][] {
  return [...form].flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[name, value.slice(0, MAX_VALUE_LENGTH)]] : [],
  )
}

/** `Retry-After`, if the sender has to wait. */
export function retryAfterHeaders({ retryAfter }: { retryAfter?: number }): Record<string, string> {
  return retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }
}

/** A page's answer to a refused form: with the status of the refusal, and `Retry-After`. */
export function refusalResponse<Refused extends { status: number; retryAfter?: number }>(refused: Refused) {
  return data(refused, { status: refused.status, headers: retryAfterHeaders(refused) })
}

/** The headers of a page with a form that no browser may store: with `Retry-After`, if the answer has it. */
export function privateFormHeaders({ actionHeaders }: { actionHeaders?: Headers }): Record<string, string> {
  const retryAfter = actionHeaders?.get('retry-after')
  return { 'cache-control': 'no-store', ...(retryAfter && { 'retry-after': retryAfter }) }
}

/** A posted form and its sender, for `runForm`. Throws 415 for a body that is not a form. */
export async function readForm(
  request: Request,
  context: Readonly<RouterContextProvider>,
): Promise<{ services: Services; form: FormData; address: string }> {
  const form = await request.formData().catch(() => null)
  if (!form) throw data(null, { status: 415 })
  return { services: context.get(servicesContext), form, address: context.get(clientAddressContext) }
}

const keySchema = z.string().regex(IDEMPOTENCY_KEY).optional().catch(undefined)

/**
 * Answers a form that a page posted: limit, honeypot, parse, run. A refusal has the submitted values. Its status is 429
 * over a rate limit, 400 for invalid input and 503 while the database is unavailable. Refused forms do not count as
 * accepted. Other errors are thrown.
 */
export async function runForm<Schema extends $ZodType, Done extends Accepted>(
  { limit: name, honeypot, schema, invalid, run }: VisitorForm<Schema, Done, Refusal>,
  { services, form, address }: { services: Services; form: FormData; address: string },
): Promise<Done | FormRefusal> {
  const values = Object.fromEntries(typedPairs(form))
  const limit = name && (await services.limits.consume(name, address))
  if (limit?.ok === false) return refusedForm(limit, values)
  if (name && honeypot && checkHoneypot(services, name, values) === 'filled') return honeypot(values)
  const sender = { idempotencyKey: keySchema.parse(values.idempotencyKey), address }
  const accept = (input: output<Schema>) => run(services, input, sender)
  const answer = await runFormAction(form, schema, accept, services.log, invalid)
  if (!answer.ok || answer.isRepeat) await limit?.undo()
  return answer
}

/**
 * Answers a form that was sent to the API, behind the route's `rateLimit` and after it was parsed: honeypot, run.
 * `body` is the sent JSON, with the fields of the honeypot.
 */
export async function runFormCall<Schema extends $ZodType, Done extends Accepted, Refused extends Refusal>(
  { limit: name, honeypot, run }: VisitorForm<Schema, Done, Refused>,
  { services, body, input, sender }: { services: Services; body: unknown; input: output<Schema>; sender: FormSender },
): Promise<Done | Refused | typeof TOO_QUICK> {
  const bot = name && honeypot && checkHoneypot(services, name, body)
  if (honeypot && bot === 'filled') return honeypot({})
  if (bot) return TOO_QUICK
  return run(services, input, sender)
}

/** The parts of a refusal that the page gets. The rest is not for the visitor. */
function refusedForm(refusal: Refusal, values: Record<string, string>): FormRefusal {
  const { ok, reason, status, message, fields = {}, retryAfter } = refusal
  return { ok, reason, status, message, fields, values, retryAfter }
}

/**
 * Validates the fields of a form and passes them to `accept`. Returns a refusal with status 503 while the database is
 * unavailable, and 429 over a rate limit. Other errors are thrown.
 */
async function runFormAction<Schema extends $ZodType, Done extends { ok: true }>(
  form: FormData,
  schema: Schema,
  accept: (input: output<Schema>) => Promise<Done | Refusal>,
  log: Logger,
  invalid: (fields: Record<string, string>) => string = () => CHECK_FIELDS,
): Promise<Done | FormRefusal> {
  const values = Object.fromEntries(typedPairs(form))
  const parsed = safeParse(schema, typedTexts(form), { error: genericMessage })
  if (!parsed.success) {
    const fields = fieldsOf(parsed.error)
    return refusedForm(refuse('invalid-input', invalid(fields), fields), values)
  }
  try {
    const outcome = await accept(parsed.data)
    return outcome.ok ? outcome : refusedForm(outcome, values)
  } catch (error) {
    if (error instanceof RateLimitError) return refusedForm(error.refusal, values)
    if (!isDatabaseUnavailable(error)) throw error
    log.error({ event: 'form.not-stored', err: error }, 'a form could not be stored: the database is unavailable')
    return refusedForm(UNAVAILABLE, values)
  }
}

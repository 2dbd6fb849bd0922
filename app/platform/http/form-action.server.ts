import { data, type RouterContextProvider } from 'react-router'
import { z } from 'zod'
import { type $ZodType, type output, safeParse } from 'zod/v4/core'
import { fieldsOf, genericMessage, type Problem } from '#app/shared/problem.ts'
import { isDatabaseUnavailable } from '../db/unavailable.server.ts'
import type { Logger } from '../log.server.ts'
import type { RateLimitName } from '../rate-limits/limits-by-name.server.ts'
import { RateLimitError } from '../rate-limits/visitor.server.ts'
import type { Services } from '../services.server.ts'
import { checkHoneypot, TOO_QUICK } from './honeypot.server.ts'
import { IDEMPOTENCY_KEY } from './idempotency.server.ts'
import { clientAddressContext, servicesContext } from './page-context.server.ts'

/** A refused form with its submitted values, so that the input survives without JavaScript. */
export type FormRefusal = {
  ok: false
  status: number
  message: string
  fields: Record<string, string>
  values: Record<string, string>
  /** Seconds, for the `Retry-After` header. */
  retryAfter?: number
}

/** An accepted form, with the id of what was stored. `isRepeat`: it does not count as accepted once more. */
export type Accepted = { ok: true; id?: string; isRepeat?: boolean }

/** A refusal returned by the form's `run`, with a message for people. `retryAfter` is in seconds. */
export type ProblemRefusal<Status extends number = number> = {
  ok: false
  status: Status
  problem: Problem
  retryAfter?: number
}

/** Who sent a form. It has the key that the browser made for it, and the address by which the sender is counted. */
export type FormSender = { idempotencyKey?: string; address?: string }

/** A form for visitors. Its page posts it (`runForm`), or its script calls the API (`runFormCall`). */
export type VisitorForm<Schema extends $ZodType, Done extends Accepted, Refused extends ProblemRefusal> = {
  /** Its rate limit, which is also its name in the log. */
  limit: RateLimitName | null
  /** What a bot sees that filled in the `HoneypotField`, if the form has one: success. Nothing is stored. */
  honeypot: ((values: Record<string, string>) => Done) | null
  schema: Schema
  /** The message for invalid input, given the messages by field. */
  invalid?: (fields: Record<string, string>) => string
  run(services: Services, input: output<Schema>, sender: FormSender): Promise<Done | Refused>
}

/** The maximum number of characters per field that are sent back. */
const MAX_VALUE_LENGTH = 20_000

/** The problem of writes while the database is unavailable. */
export const UNAVAILABLE: Problem = {
  code: 'unavailable',
  message: 'We can’t save this right now. Nothing you typed is lost. Please try again in a moment.',
}

function typedTexts(form: FormData): Record<string, string> {
  return Object.fromEntries([...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])))
}

/** What was typed into a form, to be sent back: texts only, each up to a maximum length. */
export function typedPairs(form: FormData): [string, string][] {
  return [...form].flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[name, value.slice(0, MAX_VALUE_LENGTH)]] : [],
  )
}

/** `Retry-After`, if the sender has to wait. */
export function retryAfterHeaders({ retryAfter }: { retryAfter?: number }): Record<string, string> {
  return retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }
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
  { limit: name, honeypot, schema, invalid, run }: VisitorForm<Schema, Done, ProblemRefusal>,
  { services, form, address }: { services: Services; form: FormData; address: string },
): Promise<Done | FormRefusal> {
  const values = Object.fromEntries(typedPairs(form))
  const limit = name && (await services.limits.consume(name, address))
  if (limit?.ok === false) {
    const { message, retryAfter } = limit
    return { ok: false, status: 429, message, fields: {}, values, retryAfter }
  }
  if (name && honeypot && checkHoneypot(services, name, values) === 'filled') return honeypot(values)
  const sender = { idempotencyKey: keySchema.parse(values.idempotencyKey), address }
  const accept = (input: output<Schema>) => run(services, input, sender)
  const answer = await runFormAction(form, schema, accept, services.log, invalid)
  if (!answer.ok || answer.isRepeat) await limit?.undo()
  return answer
}

/**
 * Answers a form that was sent to the API, behind the route's `rateLimit` and after it was parsed: honeypot, run. `body`
 * is what was sent, with the fields of the honeypot.
 */
export async function runFormCall<Schema extends $ZodType, Done extends Accepted, Refused extends ProblemRefusal>(
  { limit: name, honeypot, run }: VisitorForm<Schema, Done, Refused>,
  { services, body, input, sender }: { services: Services; body: unknown; input: output<Schema>; sender: FormSender },
): Promise<Done | Refused | ProblemRefusal<429>> {
  const bot = name && honeypot && checkHoneypot(services, name, body)
  if (honeypot && bot === 'filled') return honeypot({})
  if (bot) return { ok: false, status: 429, problem: TOO_QUICK, retryAfter: 1 }
  return run(services, input, sender)
}

/**
 * Validates the fields of a form and passes them to `accept`. Returns a refusal with status 503 while the database is
 * unavailable, and 429 over a rate limit. Other errors are thrown.
 */
async function runFormAction<Schema extends $ZodType, Done extends { ok: true }>(
  form: FormData,
  schema: Schema,
  accept: (input: output<Schema>) => Promise<Done | ProblemRefusal>,
  log: Logger,
  invalid: (fields: Record<string, string>) => string = () => 'Please check the highlighted fields.',
): Promise<Done | FormRefusal> {
  const values = Object.fromEntries(typedPairs(form))
  const refused = (
    status: number,
    { message, fields = {} }: Omit<Problem, 'code'>,
    retryAfter?: number,
  ): FormRefusal => {
    return { ok: false, status, message, fields, values, retryAfter }
  }
  const parsed = safeParse(schema, typedTexts(form), { error: genericMessage })
  if (!parsed.success) {
    const fields = fieldsOf(parsed.error)
    return refused(400, { message: invalid(fields), fields })
  }
  try {
    const outcome = await accept(parsed.data)
    return outcome.ok ? outcome : refused(outcome.status, outcome.problem, outcome.retryAfter)
  } catch (error) {
    if (error instanceof RateLimitError) return refused(429, error.refusal, error.refusal.retryAfter)
    if (!isDatabaseUnavailable(error)) throw error
    log.error({ event: 'form.not-stored', err: error }, 'a form could not be stored: the database is unavailable')
    return refused(503, UNAVAILABLE)
  }
}

import { type $ZodType, type output, safeParse } from 'zod/v4/core'
import { fieldsOf, genericMessage, type Problem } from '#app/shared/problem.ts'
import { isDatabaseUnavailable } from '../db/unavailable.server.ts'
import type { Logger } from '../log.server.ts'
import type { RateLimitName } from '../rate-limits/limits-by-name.server.ts'
import { RateLimitError } from '../rate-limits/visitor.server.ts'
import type { Services } from '../services.server.ts'
import { checkHoneypot, TOO_QUICK } from './honeypot.server.ts'

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

/** An accepted form, with the id of what was stored. */
export type Accepted = { ok: true; id?: string }

/** A refusal returned by the form's handler, with a message for people. */
export type ProblemRefusal = { ok: false; status: number; problem: Problem }

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

function typedValues(form: FormData): Record<string, string> {
  return Object.fromEntries(typedPairs(form))
}

/** What was typed into a form, to be sent back: texts only, each up to a maximum length. */
export function typedPairs(form: FormData): [string, string][] {
  return [...form].flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[name, value.slice(0, MAX_VALUE_LENGTH)]] : [],
  )
}

/**
 * Runs a form action behind its rate limit (429 with the submitted values) and its honeypot. `address` is the page's
 * `clientAddressContext`.
 */
export async function limitFormAction(
  services: Pick<Services, 'config' | 'limits' | 'log'>,
  { form, as, address }: { form: FormData; as: RateLimitName; address: string },
  action: () => Promise<Accepted | FormRefusal>,
): Promise<Accepted | FormRefusal> {
  const refused = (message: string, retryAfter: number) => {
    return { ok: false as const, status: 429, message, fields: {}, values: typedValues(form), retryAfter }
  }
  const limit = await services.limits.consume(as, address)
  if (!limit.ok) return refused(limit.message, limit.retryAfter)
  const honeypot = checkHoneypot(services, as, form)
  if (honeypot === 'filled') return { ok: true }
  const answer = honeypot ? refused(TOO_QUICK.message, 1) : await action()
  if (!answer.ok) await limit.undo()
  return answer
}

/** `Retry-After`, if the sender has to wait. */
export function retryAfterHeaders({ retryAfter }: { retryAfter?: number }): Record<string, string> {
  return retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }
}

/**
 * Validates the fields of a form and passes them to `accept`. Returns a refusal with status 503 while the database is
 * unavailable, and 429 over a rate limit; other errors are thrown.
 */
export async function runFormAction<Schema extends $ZodType>(
  form: FormData,
  schema: Schema,
  accept: (input: output<Schema>) => Promise<Accepted | ProblemRefusal>,
  log: Logger,
): Promise<Accepted | FormRefusal> {
  const values = typedValues(form)
  const refused = (status: number, { message, fields = {} }: Omit<Problem, 'code'>): FormRefusal => {
    return { ok: false, status, message, fields, values }
  }
  const parsed = safeParse(schema, typedTexts(form), { error: genericMessage })
  if (!parsed.success) {
    return refused(400, { message: 'Please check the highlighted fields.', fields: fieldsOf(parsed.error) })
  }
  try {
    const outcome = await accept(parsed.data)
    return outcome.ok ? outcome : refused(outcome.status, outcome.problem)
  } catch (error) {
    if (error instanceof RateLimitError) {
      return { ...refused(429, error.refusal), retryAfter: error.refusal.retryAfter }
    }
    if (!isDatabaseUnavailable(error)) throw error
    log.error({ event: 'form.not-stored', err: error }, 'a form could not be stored: the database is unavailable')
    return refused(503, UNAVAILABLE)
  }
}

import { type $ZodType, type output, safeParse } from 'zod/v4/core'
import { fieldsOf, genericWords, type Problem } from '#app/shared/problem.ts'
import { isDatabaseAway } from '../db/unavailable.server.ts'
import type { Logger } from '../log.server.ts'
import type { LimitedForm } from '../rate-limits/limits-by-name.server.ts'
import { TooOftenError } from '../rate-limits/visitor.server.ts'
import type { Services } from '../services.server.ts'
import { TOO_QUICK, trapped } from './honeypot.server.ts'

/** A form that was not taken, with what was typed, so that nothing is lost without JavaScript. */
export type FormRefused = {
  ok: false
  status: number
  message: string
  fields: Record<string, string>
  values: Record<string, string>
  /** In seconds; for the header of that name. */
  retryAfter?: number
}

/** A refusal of the function that takes the form, ready for people. */
export type Unaccepted = { ok: false; status: number; problem: Problem }

/** What is given back of one field at most, in characters. */
const LONGEST_VALUE = 20_000

/** Said by calls and pages while the database does not answer. */
export const AWAY: Problem = {
  code: 'unavailable',
  message: 'We cannot store this just now. Nothing you typed is lost: please press the button again in a moment.',
}

function typedTexts(form: FormData): Record<string, string> {
  const texts = [...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value] as const] : []))
  return Object.fromEntries(texts)
}

function typedValues(form: FormData): Record<string, string> {
  return Object.fromEntries(
    Object.entries(typedTexts(form)).map(([name, text]) => [name, text.slice(0, LONGEST_VALUE)]),
  )
}

/**
 * Takes a posted form by `take` unless its sender's address did so too often (429, what was typed is kept), or a program filled
 * it in. `address` is the page's `clientAddressContext`.
 */
export async function takeInTurn(
  services: Pick<Services, 'config' | 'limits' | 'log'>,
  { form, as, address }: { form: FormData; as: LimitedForm; address: string },
  take: () => Promise<{ ok: true } | FormRefused>,
): Promise<{ ok: true } | FormRefused> {
  const refused = (message: string, retryAfter: number) => {
    return { ok: false as const, status: 429, message, fields: {}, values: typedValues(form), retryAfter }
  }
  const turn = await services.limits.take(as, address)
  if (!turn.ok) return refused(turn.message, turn.retryAfter)
  const trap = trapped(services, as, form)
  if (trap === 'filled') return { ok: true }
  const answer = trap ? refused(TOO_QUICK.message, 1) : await take()
  if (!answer.ok) await turn.giveBack()
  return answer
}

/** The headers of the answer to a form or call: `Retry-After` where its sender has to wait. */
export function refusalHeaders({ retryAfter }: { retryAfter?: number }): Record<string, string> {
  return retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }
}

/**
 * Judges the fields of a posted form and hands them to `accept`. While the database is away the answer is a refusal of
 * status 503, and of 429 to a visitor who did too much of it; other errors are thrown.
 */
export async function takePostedForm<Schema extends $ZodType>(
  form: FormData,
  schema: Schema,
  accept: (input: output<Schema>) => Promise<{ ok: true } | Unaccepted>,
  log: Logger,
): Promise<{ ok: true } | FormRefused> {
  const values = typedValues(form)
  const refused = (status: number, { message, fields = {} }: Omit<Problem, 'code'>): FormRefused => {
    return { ok: false, status, message, fields, values }
  }
  const parsed = safeParse(schema, typedTexts(form), { error: genericWords })
  if (!parsed.success) {
    return refused(400, { message: 'Please look at the fields below.', fields: fieldsOf(parsed.error) })
  }
  try {
    const outcome = await accept(parsed.data)
    return outcome.ok ? outcome : refused(outcome.status, outcome.problem)
  } catch (error) {
    if (error instanceof TooOftenError) {
      return { ...refused(429, error.turn), retryAfter: error.turn.retryAfter }
    }
    if (!isDatabaseAway(error)) throw error
    log.error({ err: error }, 'a form could not be stored: the database is away')
    return refused(503, AWAY)
  }
}

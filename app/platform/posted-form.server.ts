import { type $ZodType, type output, safeParse } from 'zod/v4/core'
import { fieldsOf, genericWords, type Problem } from '#app/shared/problem.ts'
import { isDatabaseAway } from './db/away.server.ts'
import type { Logger } from './log.server.ts'

/** A form that was not taken, with what was typed, so that nothing is lost without JavaScript. */
export type FormRefused = {
  ok: false
  status: number
  message: string
  fields: Record<string, string>
  values: Record<string, string>
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

/**
 * Judges the fields of a posted form and hands them to `accept`. While the database is away the answer is a refusal of
 * status 503; other errors are thrown.
 */
export async function takePostedForm<Schema extends $ZodType>(
  form: FormData,
  schema: Schema,
  accept: (input: output<Schema>) => Promise<{ ok: true } | Unaccepted>,
  log: Logger,
): Promise<{ ok: true } | FormRefused> {
  const texts = [...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value] as const] : []))
  const values = Object.fromEntries(texts.map(([name, value]) => [name, value.slice(0, LONGEST_VALUE)]))
  const refused = (status: number, { message, fields = {} }: Omit<Problem, 'code'>): FormRefused => {
    return { ok: false, status, message, fields, values }
  }
  const parsed = safeParse(schema, Object.fromEntries(texts), { error: genericWords })
  if (!parsed.success) {
    return refused(400, { message: 'Please look at the fields below.', fields: fieldsOf(parsed.error) })
  }
  try {
    const outcome = await accept(parsed.data)
    return outcome.ok ? outcome : refused(outcome.status, outcome.problem)
  } catch (error) {
    if (!isDatabaseAway(error)) throw error
    log.error({ err: error }, 'a form could not be stored: the database is away')
    return refused(503, AWAY)
  }
}

import { OPEN_FIELD, SHORTEST_OPEN_MS, TRAP_FIELD } from '#app/shared/honeypot.ts'
import type { Problem } from '#app/shared/problem.ts'
import type { Config } from '../config.server.ts'
import type { Logger } from '../log.server.ts'
import type { LimitedForm } from '../rate-limits/limits-by-name.server.ts'

/** Said to whoever was quicker than people are; a person presses again, and nothing is lost. */
export const TOO_QUICK: Problem = {
  code: 'too-quick',
  message: 'That was very quick. Please look at it once more and press the button again.',
}

/**
 * Whether a program filled in what was sent, from the body of a call or the fields of a posted form. `filled`: the field that
 * nobody sees is filled in; the answer is to be as if all had worked, and nothing is stored. `too-quick`: the browser says
 * that the form was hardly open; the answer is `TOO_QUICK`, because a person may be meant. Both are logged, without what was
 * sent. With `RATE_LIMIT=off` nothing is too quick.
 */
export function trapped(
  { config, log }: { config: Config; log: Logger },
  form: LimitedForm,
  sent: FormData | Record<string, unknown>,
): 'filled' | 'too-quick' | null {
  const fields: Record<string, unknown> = sent instanceof FormData ? Object.fromEntries(sent) : sent
  const [trap, open] = [fields[TRAP_FIELD], fields[OPEN_FIELD]]
  if (trap !== undefined && trap !== null && String(trap).trim() !== '') {
    log.warn({ form }, 'a program filled in a form: it was not taken')
    return 'filled'
  }
  if (!config.rateLimit || typeof open !== 'number' || open >= SHORTEST_OPEN_MS) return null
  log.info({ form, open }, 'a form was sent sooner than people can: it has to be sent again')
  return 'too-quick'
}

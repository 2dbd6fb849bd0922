import { z } from 'zod'
import { HONEYPOT_FIELD, MIN_OPEN_MS, OPEN_TIME_FIELD } from '#app/shared/honeypot.ts'
import { refuse } from '#app/shared/refusal.ts'
import type { Config } from '../config.server.ts'
import type { Logger } from '../log.server.ts'
import type { RateLimitName } from '../rate-limits/limits-by-name.server.ts'

/** For a form sent faster than a person can; pressing again works and no input is lost. */
export const TOO_QUICK = {
  ...refuse('too-quick', 'That was very quick. Please take one more look and send it again.'),
  retryAfter: 1,
}

const fieldsSchema = z.object({ [HONEYPOT_FIELD]: z.unknown().optional(), [OPEN_TIME_FIELD]: z.unknown().optional() })

/**
 * Whether a bot sent a form, by the body of a call or the fields of a form. `filled`: the hidden field is filled
 * in; pretend success and store nothing. `too-quick`: the form was sent too soon after it opened; answer `TOO_QUICK`,
 * because it may be a person. Both are logged without the submitted values. With `RATE_LIMIT=off` nothing is too quick.
 */
export function checkHoneypot(
  { config, log }: { config: Config; log: Logger },
  form: RateLimitName,
  sent: unknown,
): 'filled' | 'too-quick' | null {
  const fields = fieldsSchema.parse(sent instanceof FormData ? Object.fromEntries(sent) : sent)
  const { [HONEYPOT_FIELD]: filled, [OPEN_TIME_FIELD]: open } = fields
  if (filled !== undefined && filled !== null && String(filled).trim() !== '') {
    log.warn({ event: 'form.bot-dropped', form }, 'a bot filled in a form: it was dropped')
    return 'filled'
  }
  if (!config.rateLimit || typeof open !== 'number' || open >= MIN_OPEN_MS) return null
  log.info({ event: 'form.too-quick', form, open }, 'a form was sent faster than a person can: it has to be sent again')
  return 'too-quick'
}

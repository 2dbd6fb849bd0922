import { z } from '@hono/zod-openapi'
import { boundedText } from '#app/shared/bounded-text.ts'

/** An idempotency key made by a form (docs/decisions/013): 1 to 200 visible ASCII characters. */
export const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,200}$/

/** For a route's `request.headers`: the key is optional, and an invalid one is answered 400. */
export const idempotencyHeaders = z.object({
  'idempotency-key': boundedText(1000)
    .regex(IDEMPOTENCY_KEY, 'Please send a key of 1 to 200 letters, digits and signs')
    .optional()
    .openapi({ description: 'Made anew for each form; the same key and body within 24 hours get the same answer' }),
})

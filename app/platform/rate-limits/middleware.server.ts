import type { MiddlewareHandler } from 'hono'
import { problemOf } from '#app/shared/refusal.ts'
import { clientAddressReader } from '../client-address.server.ts'
import type { Config } from '../config.server.ts'
import type { RateLimitName } from './limits-by-name.server.ts'
import type { RateLimits } from './rate-limits.server.ts'

declare module 'hono' {
  interface ContextVariableMap {
    /** The call repeated an earlier one: it does not count as accepted. */
    uncounted?: true
  }
}

/** Answers 429 `too-many` to an address over its limit. Refused calls do not count as accepted. */
export function rateLimit(
  { config, limits }: { config: Config; limits: RateLimits },
  name: RateLimitName,
): MiddlewareHandler {
  const addressOf = clientAddressReader(config)
  return async (context, next) => {
    const limit = await limits.consume(name, addressOf(context))
    if (!limit.ok) {
      return context.json(problemOf(limit), limit.status, { 'retry-after': String(limit.retryAfter) })
    }
    await next()
    if (!context.res.ok || context.get('uncounted')) await limit.undo()
  }
}

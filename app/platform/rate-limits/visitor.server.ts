import { AsyncLocalStorage } from 'node:async_hooks'
import type { MiddlewareHandler } from 'hono'
import { clientAddressReader } from '../client-address.server.ts'
import type { Config } from '../config.server.ts'
import type { RateLimitName } from './limits-by-name.server.ts'
import type { RateLimits, TooMany } from './rate-limits.server.ts'

const visitors = new AsyncLocalStorage<string>()

/** An address is over a rate limit. API and pages answer 429 with `Retry-After` and this message. */
export class RateLimitError extends Error {
  override name = 'RateLimitError'
  readonly refusal: TooMany
  constructor(refusal: TooMany) {
    super(refusal.message)
    this.refusal = refusal
  }
}

/** Runs work for the visitor at an address (from `clientAddressReader`). */
export const asVisitor = <T>(address: string, work: () => T): T => visitors.run(address, work)

/** Makes the request's address available to `limitVisitor`. Goes first. */
export function rememberVisitor({ config }: { config: Config }): MiddlewareHandler {
  const addressOf = clientAddressReader(config)
  return (context, next) => asVisitor(addressOf(context), next)
}

/**
 * Counts work where it is done, so that no other route bypasses the limit. The same `subject` counts once in the
 * window. Commands and jobs have no visitor and are not counted.
 * @throws {RateLimitError}
 */
export async function limitVisitor(
  { limits }: { limits: RateLimits },
  name: RateLimitName,
  subject?: string,
): Promise<void> {
  const address = visitors.getStore()
  if (address === undefined) return
  const limit = await limits.consume(name, address, subject)
  if (!limit.ok) throw new RateLimitError(limit)
}

import { AsyncLocalStorage } from 'node:async_hooks'
import type { MiddlewareHandler } from 'hono'
import { clientAddressReader } from '../client-address.server.ts'
import type { Config } from '../config.server.ts'
import type { LimitedForm } from './limits-by-name.server.ts'
import type { Limits, Turn } from './rate-limits.server.ts'

const visitors = new AsyncLocalStorage<string>()

/** Thrown by work that an address has asked for too often. Calls and pages answer it with 429, `Retry-After` and its message. */
export class TooOftenError extends Error {
  readonly turn: Turn & { ok: false }
  constructor(turn: Turn & { ok: false }) {
    super(turn.message)
    this.name = 'TooOftenError'
    this.turn = turn
  }
}

/** Does work for the visitor of an address, from `clientAddressReader`. */
export const forVisitor = <T>(address: string, work: () => T): T => visitors.run(address, work)

/** Goes first: whatever is done for a request is counted by the address that it came from. */
export function countByAddress({ config }: { config: Config }): MiddlewareHandler {
  const addressOf = clientAddressReader(config)
  return (context, next) => forVisitor(addressOf(context), next)
}

/**
 * Counts work where it is done, so that no other address of a page or call leads around its limit. The same `what` counts once
 * in the window. Commands and jobs have no visitor and are not counted. Throws `TooOftenError`.
 */
export async function countWork({ limits }: { limits: Limits }, form: LimitedForm, what?: string): Promise<void> {
  const address = visitors.getStore()
  if (address === undefined) return
  const turn = await limits.take(form, address, what)
  if (!turn.ok) throw new TooOftenError(turn)
}

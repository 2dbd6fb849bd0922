import type { MiddlewareHandler } from 'hono'
import type { Problem } from '#app/shared/problem.ts'
import { clientAddressReader } from '../client-address.server.ts'
import type { Config } from '../config.server.ts'
import type { LimitedForm } from './limits-by-name.server.ts'
import type { Limits, Turn } from './rate-limits.server.ts'

/** The headers of a page's answer to whoever has to wait. */
export function waitHeaders({ retryAfter }: Turn & { ok: false }): Record<string, string> {
  return { 'retry-after': String(retryAfter) }
}

declare module 'hono' {
  interface ContextVariableMap {
    /** The call has done nothing anew: its turn is given back. */
    nothingTaken?: true
  }
}

/** Goes first on a call: 429 `too-many` for an address that makes it too often. What the call refuses, or has done before, is given back. */
export function limited({ config, limits }: { config: Config; limits: Limits }, form: LimitedForm): MiddlewareHandler {
  const addressOf = clientAddressReader(config)
  return async (context, next) => {
    const turn = await limits.take(form, addressOf(context))
    if (!turn.ok) {
      const problem: Problem = { code: 'too-many', message: turn.message }
      return context.json(problem, 429, waitHeaders(turn))
    }
    await next()
    if (!context.res.ok || context.get('nothingTaken')) await turn.giveBack()
  }
}

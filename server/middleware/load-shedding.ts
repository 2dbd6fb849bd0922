import { setTimeout as wait } from 'node:timers/promises'
import type { Context, MiddlewareHandler } from 'hono'
import pLimit from 'p-limit'
import { hasSessionCookie } from '#app/features/operators/operators.server.ts'
import type { Config } from '#app/platform/config.server.ts'
import { RETRY_SOON, refuseRequest } from './error-response.ts'

/** How many pages are rendered at once: more would delay everything else. */
const AT_ONCE = 3
/** How many requests wait for one of them, for about a second in all. */
const MOST_WAITING = 60

const READS = new Set(['GET', 'HEAD'])

/** Does expensive work for a request; null if too many wait already. */
export type RunOrShed = <Result>(context: Context, work: () => Promise<Result>) => Promise<Result> | null

/**
 * Runs a few expensive reads at a time. So cached pages, writes and health checks stay fast under any load. Those of
 * operators wait in a line of their own. Writes always run: rate limits bound them.
 */
export function createLoadShedding(config: Config): RunOrShed {
  const guests = pLimit(AT_ONCE)
  const operators = pLimit(AT_ONCE)
  return (context, work) => {
    if (!READS.has(context.req.method)) return work()
    const line = hasSessionCookie(config, context.req.raw.headers) ? operators : guests
    return line.pendingCount < MOST_WAITING ? line(work) : null
  }
}

/** Who asks again at once would otherwise keep the site busy with refusals alone. */
const REFUSED_AFTER_MS = 1_000

/** 503 with `Retry-After`, after a second. */
export async function refuseOverload(context: Context, framedBy?: string): Promise<Response> {
  await wait(REFUSED_AFTER_MS)
  const message = 'A lot of people are here right now. Please try again in a few seconds.'
  return refuseRequest(context, 503, {
    title: 'One moment, please',
    code: 'busy',
    message,
    headers: RETRY_SOON,
    framedBy,
  })
}

/** Sheds calls that compute much. */
export function shedCalls(runOrShed: RunOrShed): MiddlewareHandler {
  return async (context, next) => {
    const done = runOrShed(context, next)
    return done ? await done : refuseOverload(context)
  }
}

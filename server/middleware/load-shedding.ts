import { setTimeout as wait } from 'node:timers/promises'
import type { Context, MiddlewareHandler } from 'hono'
import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'
import { findSessionOperator, sessionToken } from '#app/features/operators/sessions.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { RETRY_SOON, refuseRequest } from './error-response.ts'

/** The number of pages that are rendered at once: more would delay everything else. */
const AT_ONCE = 3
/** How many requests wait for one of them, for about a second in all. */
const MOST_WAITING = 60

/** How long a session is known as one, in milliseconds. */
const KNOWN_MS = 60_000
const MOST_KNOWN = 1_000

const READS = new Set(['GET', 'HEAD'])

/** A queue of requests. */
type Line = 'guests' | 'operators'

/**
 * Does expensive work for a request; null if too many wait already. With a `line`, it waits there whatever the request
 * is: an assistant reads with a POST.
 */
export type RunOrShed = <Result>(context: Context, work: () => Promise<Result>, line?: Line) => Promise<Result | null>

/**
 * Runs a few expensive reads at a time. So cached pages, writes and health checks stay fast under any load. Those of
 * operators wait in a line of their own. Writes always run: rate limits bound them.
 */
export function createLoadShedding(services: Pick<Services, 'config' | 'db' | 'clock'>): RunOrShed {
  const lines = { guests: pLimit(AT_ONCE), operators: pLimit(AT_ONCE) }
  const lookups = pLimit(AT_ONCE)
  const known = new LRUCache<string, true>({ max: MOST_KNOWN, ttl: KNOWN_MS })

  /**
   * Anyone can send a cookie. A session that is not known is looked up, unless many are: then it waits with the guests.
   */
  async function isOperator(headers: Headers): Promise<boolean> {
    const token = sessionToken(services.config, headers)
    if (token === null || known.has(token)) return token !== null
    if (lookups.pendingCount >= MOST_WAITING) return false
    // Without the database, the work reports it.
    const operator = await lookups(() => findSessionOperator(services, token)).catch(() => null)
    if (operator) known.set(token, true)
    return operator !== null
  }

  return async (context, work, named) => {
    if (!named && !READS.has(context.req.method)) return work()
    const isOfOperator = named ? named === 'operators' : await isOperator(context.req.raw.headers)
    const line = isOfOperator ? lines.operators : lines.guests
    return line.pendingCount < MOST_WAITING ? line(work) : null
  }
}

/** An immediate retry would otherwise keep the site busy with refusals alone. */
const REFUSED_AFTER_MS = 1_000

/** The answer instead of shed work, after a second. */
export async function busyMessage(): Promise<string> {
  await wait(REFUSED_AFTER_MS)
  return 'A lot of people are here right now. Please try again in a few seconds.'
}

/** 503 with `Retry-After`, after a second. */
export async function refuseOverload(context: Context, framedBy?: string): Promise<Response> {
  const message = await busyMessage()
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
    if ((await runOrShed(context, next)) === null) return refuseOverload(context)
    return undefined
  }
}

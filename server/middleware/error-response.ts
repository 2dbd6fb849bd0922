import type { Context } from 'hono'
import { isDatabaseUnavailable } from '#app/platform/db/unavailable.server.ts'
import { UNAVAILABLE } from '#app/platform/http/form-action.server.ts'
import { RateLimitError } from '#app/platform/rate-limits/visitor.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { isStorageUnavailable } from '#app/platform/storage/storage.server.ts'
import type { PageHandle } from '#app/shared/page-handle.ts'
import type { Problem } from '#app/shared/problem.ts'
import { problemOf, refuse } from '#app/shared/refusal.ts'
import { frameAncestors } from './content-security-policy.ts'
import { fallbackPage } from './fallback-page.ts'

const CALLS = /^\/(?:(?:api|objects)\/|mcp$)/
const READS = new Set(['GET', 'HEAD'])

const BROKEN: Problem = { code: 'internal', message: 'Something went wrong on our end. Please try again.' }
const UNAVAILABLE_TO_READERS = refuse('unavailable', 'We can’t look this up right now. Please try again in a moment.')

const BROKEN_PAGE = { title: 'Something went wrong on our end', sentence: 'Please try again in a moment.' }

/** Headers of an answer to a request that may be repeated in a moment. */
export const RETRY_SOON = { 'retry-after': '5' }

/**
 * The answer to an unhandled error. It is 503 while the database or the object storage is unavailable, which is
 * temporary. Else it is 500. JSON for an API call, a page for a person, no details in either.
 */
export function answerError(
  { config, log }: Pick<Services, 'config' | 'log'>,
  handleOf: (path: string) => PageHandle = () => ({}),
): (error: Error, context: Context) => Response {
  return (error, context) => {
    const framedBy = frameAncestors(config, handleOf(context.req.path))
    if (error instanceof RateLimitError) return tooManyRequests(context, { ...error.refusal, framedBy })
    const unavailable = unavailableDependency(error)
    log.error(
      { event: 'request.failed', err: error, id: context.get('requestId') },
      unavailable ? `${unavailable} is unavailable` : 'request failed',
    )
    const [status, again] = unavailable ? ([503, RETRY_SOON] as const) : ([500, {}] as const)
    const { path } = context.req
    if (!CALLS.test(path)) return fallbackPage(status, { ...BROKEN_PAGE, headers: again, framedBy })
    const known = READS.has(context.req.method) ? UNAVAILABLE_TO_READERS : UNAVAILABLE
    return context.json(unavailable ? problemOf(known) : BROKEN, status, { ...again, 'cache-control': 'no-store' })
  }
}

/** The dependency that did not answer, if the request may be repeated in a moment. */
function unavailableDependency(error: Error): string | null {
  if (isStorageUnavailable(error)) return 'the object storage'
  return isDatabaseUnavailable(error) ? 'the database' : null
}

/** 429 with `Retry-After`. */
export function tooManyRequests(
  context: Context,
  { message, retryAfter, framedBy }: { message: string; retryAfter: number; framedBy: string },
): Response {
  const headers = { 'retry-after': String(retryAfter) }
  return refuseRequest(context, 429, { title: 'One moment, please', code: 'too-many', message, headers, framedBy })
}

type Refused = Problem & { title: string; headers?: Record<string, string>; framedBy?: string }

/**
 * The answer to a request that reaches no page and no call. It is JSON for an API call, only the sentence for the
 * browser's router, a short page for a person.
 */
export function refuseRequest({ req }: Context, status: number, refused: Refused): Response {
  const { title, code, message, framedBy } = refused
  const headers = { ...refused.headers, 'cache-control': 'no-store' }
  if (CALLS.test(req.path)) return Response.json({ code, message } satisfies Problem, { status, headers })
  if (req.path.endsWith('.data')) return new Response(message, { status, headers })
  return fallbackPage(status, { title, sentence: message, headers, framedBy })
}

import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { MiddlewareHandler } from 'hono'
import { loggablePath } from '#app/platform/log.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { permissionsPolicy } from './content-security-policy.ts'

/** Of an answer that is no page. Pages have their own. The style is for drawings opened by themselves. */
const NO_PAGE =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const HEADERS: Record<string, string> = {
  'content-security-policy': NO_PAGE,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': permissionsPolicy(),
  'cross-origin-opener-policy': 'same-origin',
}

/** Gives each request an id, logs one line per answer, and sets the headers that every answer has. */
export function requestLog({ config, log, clock }: Services): MiddlewareHandler {
  const headers = Object.entries(
    config.demo ? HEADERS : { ...HEADERS, 'strict-transport-security': 'max-age=31536000; includeSubDomains' },
  )
  const says = log.isLevelEnabled('info')
  return async (context, next) => {
    const started = clock.now().getTime()
    const id = randomUUID()
    context.set('requestId', id)
    // An answer's own headers replace these. Adding them to its headers afterwards would copy them all.
    const { outgoing } = (context.env ?? {}) as { outgoing?: ServerResponse }
    for (const [name, value] of headers) outgoing?.setHeader(name, value)
    outgoing?.setHeader('x-request-id', id)
    await next()
    if (!says) return
    const { status } = context.res
    const path = loggablePath(context.req.path)
    log.info(
      { event: 'request.answered', id, method: context.req.method, path, status, ms: clock.now().getTime() - started },
      'request',
    )
  }
}

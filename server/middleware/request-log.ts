import { randomUUID } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import { loggablePath } from '#app/platform/log.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { permissionsPolicy } from './content-security-policy.ts'

const HEADERS: Record<string, string> = {
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
    await next()
    const { status } = context.res
    for (const [name, value] of headers) if (!context.res.headers.has(name)) context.res.headers.set(name, value)
    context.res.headers.set('x-request-id', id)
    if (!says) return
    const path = loggablePath(context.req.path)
    log.info(
      { event: 'request.answered', id, method: context.req.method, path, status, ms: clock.now().getTime() - started },
      'request',
    )
  }
}

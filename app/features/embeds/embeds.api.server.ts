import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi'
import { apiApp, jsonBody, problemResponses } from '#app/platform/http/openapi.server.ts'
import { loggablePath } from '#app/platform/log.server.ts'
import { rateLimit } from '#app/platform/rate-limits/middleware.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { boundedText } from '#app/shared/bounded-text.ts'
import { EMBEDDED_PARTS } from './embeds.ts'

/** Limited because anyone can make this call and could fill the log. */
const REPORTS_A_MINUTE = 30

const failureRoute = createRoute({
  method: 'post',
  path: '/api/embed-failures',
  summary: 'Reports an embed that did not load for a visitor',
  middleware: jsonBody,
  request: {
    body: {
      required: true,
      content: {
        'application/json': {
          schema: z.object({ part: z.enum(EMBEDDED_PARTS), path: boundedText(300).startsWith('/') }),
        },
      },
    },
  },
  responses: {
    204: { description: 'The report is logged, up to a limit per minute' },
    ...problemResponses(400, 413, 415, 429),
  },
})

/** Whether the limit of the current minute allows one more. */
function roomEachMinute(clock: Services['clock'], most: number): () => boolean {
  let minute = 0
  let used = 0
  return () => {
    const now = Math.floor(clock.now().getTime() / 60_000)
    if (now !== minute) used = 0
    minute = now
    used += 1
    return used <= most
  }
}

/** Pages report here that a provider's part did not load. */
export function embedsApi(services: Services): OpenAPIHono {
  const { clock, log } = services
  const api = apiApp()
  api.use(failureRoute.getRoutingPath(), rateLimit(services, 'embed-failures'))
  const hasRoom = roomEachMinute(clock, REPORTS_A_MINUTE)
  api.openapi(failureRoute, (context) => {
    const { part, path } = context.req.valid('json')
    if (hasRoom())
      log.warn(
        { event: 'embed.failed', part, path: loggablePath(path) },
        'an embedded part did not come alive for a visitor',
      )
    return context.body(null, 204)
  })
  return api
}

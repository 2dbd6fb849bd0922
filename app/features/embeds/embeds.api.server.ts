import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi'
import { apiApp, jsonBody, problemResponses } from '#app/platform/http/openapi.server.ts'
import { loggablePath } from '#app/platform/log.server.ts'
import { rateLimit } from '#app/platform/rate-limits/middleware.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { EMBEDDED_PARTS } from '#app/shared/booking-providers.ts'
import { boundedText } from '#app/shared/input/bounded-text.ts'

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

/** Pages report here that a provider's part did not load. */
export function embedsApi(services: Services): OpenAPIHono {
  const { limits, log } = services
  const api = apiApp()
  api.use(failureRoute.getRoutingPath(), rateLimit(services, 'embed-failures'))
  api.openapi(failureRoute, async (context) => {
    const { part, path } = context.req.valid('json')
    const room = await limits.consume('embed-failure-log', 'all')
    if (room.ok)
      log.warn(
        { event: 'embed.failed', part, path: loggablePath(path) },
        'an embedded part did not come alive for a visitor',
      )
    return context.body(null, 204)
  })
  return api
}

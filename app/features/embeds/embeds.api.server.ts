import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi'
import { apiApp, jsonBody, problemResponses } from '#app/platform/problem.server.ts'
import type { Services } from '#app/platform/services.server.ts'

const failureRoute = createRoute({
  method: 'post',
  path: '/api/embed-failures',
  summary: 'A part of the page did not come alive for a visitor',
  middleware: jsonBody,
  request: {
    body: {
      required: true,
      content: {
        'application/json': {
          schema: z.object({ part: z.string().max(60), path: z.string().max(300).startsWith('/') }),
        },
      },
    },
  },
  responses: {
    204: { description: 'Told to the operator’s log' },
    ...problemResponses(400, 413, 415),
  },
})

/** Where the pages' watchdogs tell the operator that a provider stays silent (the embed contract). */
export function embedsApi({ log }: Services): OpenAPIHono {
  const api = apiApp()
  api.openapi(failureRoute, (context) => {
    log.warn(context.req.valid('json'), 'an embedded part did not come alive for a visitor')
    return context.body(null, 204)
  })
  return api
}

import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi'
import { WEBHOOK_SECRET_HEADER } from '#app/platform/channels/channel-manager.server.ts'
import { apiApp, jsonBody, jsonResponse, problemResponses } from '#app/platform/http/openapi.server.ts'
import { rateLimit } from '#app/platform/rate-limits/middleware.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { hearAnnouncement } from './bookings/announcement.server.ts'

const webhookRoute = createRoute({
  method: 'post',
  path: '/api/webhooks/channels',
  summary: 'Receives announcements of the channel manager',
  middleware: jsonBody,
  request: {
    headers: z.object({ [WEBHOOK_SECRET_HEADER]: z.string().max(200).optional() }),
    body: { required: true, content: { 'application/json': { schema: z.looseObject({}) } } },
  },
  responses: {
    200: jsonResponse(z.object({ received: z.literal(true) }), 'What was announced is read next'),
    ...problemResponses(400, 413, 415, 429),
  },
})

/** The webhook of the channel manager. */
export function channelsApi(services: Services): OpenAPIHono {
  const api = apiApp()
  api.use(webhookRoute.getRoutingPath(), rateLimit(services, 'channel-webhook'))
  api.openapi(webhookRoute, async (context) => {
    const secret = context.req.valid('header')[WEBHOOK_SECRET_HEADER] ?? ''
    if (await hearAnnouncement(services, secret)) return context.json({ received: true as const }, 200)
    return context.json({ code: 'bad-signature', message: 'This message is not from the channel manager.' }, 400)
  })
  return api
}

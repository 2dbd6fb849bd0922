import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi'
import { retryAfterHeaders, runFormCall } from '#app/platform/http/form-action.server.ts'
import { idempotencyHeaders } from '#app/platform/http/idempotency.server.ts'
import { apiApp, apiSchema, jsonBody, jsonResponse, problemResponses } from '#app/platform/http/openapi.server.ts'
import { rateLimit } from '#app/platform/rate-limits/middleware.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { problemOf } from '#app/shared/refusal.ts'
import { contactForm } from './contact.server.ts'
import { contactSchema } from './contact.ts'

const contactRoute = createRoute({
  method: 'post',
  path: '/api/contact',
  summary: 'Sends a message to the operator',
  description:
    '`propertyId` is the slug of a property, or `none`. `checkIn` and `checkOut` are the dates in question, `stayToken` identifies the booking. The response is sent once the message is stored.',
  middleware: jsonBody,
  request: {
    headers: idempotencyHeaders,
    body: { required: true, content: { 'application/json': { schema: apiSchema('ContactMessage', contactSchema) } } },
  },
  responses: {
    201: jsonResponse(z.object({ id: z.guid() }).openapi('ReceivedMessage'), 'The message is stored'),
    ...problemResponses(400, 413, 415, 422, 429),
  },
})

/** Accepts messages to the operator. */
export function contactApi(services: Services): OpenAPIHono {
  const api = apiApp()
  api.use(contactRoute.getRoutingPath(), rateLimit(services, 'contact'))
  api.openapi(contactRoute, async (context) => {
    const outcome = await runFormCall(contactForm, {
      services,
      body: await context.req.json(),
      input: context.req.valid('json'),
      sender: { idempotencyKey: context.req.valid('header')['idempotency-key'] },
    })
    if (outcome.ok) return context.json({ id: outcome.id }, 201)
    return context.json(problemOf(outcome), outcome.status, retryAfterHeaders(outcome))
  })
  return api
}

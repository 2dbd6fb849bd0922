import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi'
import { retryAfterHeaders, runFormCall } from '#app/platform/http/form-action.server.ts'
import { idempotencyHeaders } from '#app/platform/http/idempotency.server.ts'
import { apiApp, apiSchema, jsonBody, jsonResponse, problemResponses } from '#app/platform/http/openapi.server.ts'
import { rateLimit } from '#app/platform/rate-limits/middleware.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { problemOf } from '#app/shared/refusal.ts'
import { hostInquiryForm } from './host-inquiries.server.ts'
import { hostInquirySchema } from './host-inquiries.ts'

const inquiryRoute = createRoute({
  method: 'post',
  path: '/api/host-inquiry',
  summary: 'Sends a host inquiry to the operator',
  description: 'The response is sent once the inquiry is stored. Numbers may be sent as strings.',
  middleware: jsonBody,
  request: {
    headers: idempotencyHeaders,
    body: {
      required: true,
      content: { 'application/json': { schema: apiSchema('HostInquiry', hostInquirySchema) } },
    },
  },
  responses: {
    201: jsonResponse(z.object({ id: z.guid() }).openapi('ReceivedInquiry'), 'The inquiry is stored'),
    ...problemResponses(400, 413, 415, 422, 429),
  },
})

/** Accepts inquiries of owners who offer a property. */
export function hostInquiriesApi(services: Services): OpenAPIHono {
  const api = apiApp()
  api.use(inquiryRoute.getRoutingPath(), rateLimit(services, 'host-inquiry'))
  api.openapi(inquiryRoute, async (context) => {
    const outcome = await runFormCall(hostInquiryForm, {
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

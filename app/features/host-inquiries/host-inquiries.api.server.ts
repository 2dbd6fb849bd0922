import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi'
import { checkHoneypot, TOO_QUICK } from '#app/platform/http/honeypot.server.ts'
import { idempotencyHeaders } from '#app/platform/http/idempotency.server.ts'
import { apiApp, apiSchema, jsonBody, jsonResponse, problemResponses } from '#app/platform/http/openapi.server.ts'
import { rateLimit } from '#app/platform/rate-limits/middleware.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { INQUIRY_KEY_REUSED, receiveInquiry } from './host-inquiries.server.ts'
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
    const idempotencyKey = context.req.valid('header')['idempotency-key']
    const honeypot = checkHoneypot(services, 'host-inquiry', await context.req.json())
    if (honeypot === 'filled') return context.json({ id: crypto.randomUUID() }, 201)
    if (honeypot) return context.json(TOO_QUICK, 429, { 'retry-after': '1' })
    const outcome = await receiveInquiry(services, context.req.valid('json'), { idempotencyKey })
    return outcome.ok ? context.json({ id: outcome.id }, 201) : context.json(INQUIRY_KEY_REUSED, 422)
  })
  return api
}

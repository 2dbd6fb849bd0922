import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi'
import { apiApp, jsonBody, jsonResponse, problemResponses } from '#app/platform/http/openapi.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { handleWebhook } from './webhook-handler.server.ts'

const webhookRoute = createRoute({
  method: 'post',
  path: '/api/webhooks/stripe',
  summary: 'Receives webhooks from Stripe',
  middleware: jsonBody,
  request: {
    headers: z.object({ 'stripe-signature': z.string().max(5000).optional() }),
    body: { required: true, content: { 'application/json': { schema: z.looseObject({}) } } },
  },
  responses: {
    200: jsonResponse(z.object({ received: z.literal(true) }), 'The webhook is verified and stored'),
    ...problemResponses(400, 413, 415, 429),
  },
})

/** The webhook of the gateway. */
export function paymentsApi(services: Services): OpenAPIHono {
  const api = apiApp()
  api.openapi(webhookRoute, async (context) => {
    const signature = context.req.valid('header')['stripe-signature'] ?? ''
    const taken = await handleWebhook(services, { body: await context.req.text(), signature })
    if (taken) return context.json({ received: true as const }, 200)
    return context.json({ code: 'bad-signature', message: 'This message is not signed by Stripe.' }, 400)
  })
  return api
}

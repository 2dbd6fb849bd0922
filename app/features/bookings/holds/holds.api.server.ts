import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi'
import { clientAddressReader } from '#app/platform/client-address.server.ts'
import { embeddable } from '#app/platform/http/embeddable.server.ts'
import { retryAfterHeaders } from '#app/platform/http/form-action.server.ts'
import { apiApp, apiSchema, jsonBody, jsonResponse, problemResponses } from '#app/platform/http/openapi.server.ts'
import { secretPath } from '#app/platform/http/secret-path.server.ts'
import { rateLimit } from '#app/platform/rate-limits/middleware.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { problemOf } from '#app/shared/refusal.ts'
import { BODY_NAMES } from '#app/shared/stay-refusal.ts'
import { holdSchema } from '../booking-answers.ts'
import { holdRequestSchema, placeHold, releaseHold } from './holds.server.ts'

const holdAnswer = apiSchema('Hold', holdSchema, {
  id: { format: 'uuid' },
  expiresAt: { format: 'date-time', description: 'When the hold expires' },
})

const holdRoute = createRoute({
  method: 'post',
  path: '/api/holds',
  summary: 'Holds the nights of a quote while a guest books',
  description:
    'A quote has at most one hold: repeating the call returns it. `replaces` names a hold of the same guest, which is released in the same transaction, unless the new nights are refused. If it belongs to an unpaid booking, the booking’s quote returns it, and moving it ends the booking.',
  middleware: jsonBody,
  request: {
    body: { required: true, content: { 'application/json': { schema: holdRequestSchema } } },
  },
  responses: {
    201: jsonResponse(holdAnswer, 'The nights are held'),
    ...problemResponses(400, 404, 409, 413, 415, 429),
  },
})

const releaseRoute = createRoute({
  method: 'delete',
  path: '/api/holds/{id}',
  summary: 'Releases a hold',
  request: { params: z.object({ id: z.guid() }) },
  responses: { 204: { description: 'The hold is released, or did not exist' }, ...problemResponses(400, 429) },
})

/** Holds, for embeds on this site and on others. */
export function holdsApi(services: Services): OpenAPIHono {
  const api = apiApp()
  api.use(holdRoute.getRoutingPath(), embeddable, rateLimit(services, 'holds'))
  api.use(releaseRoute.getRoutingPath(), secretPath, embeddable, rateLimit(services, 'hold-releases'))
  const addressOf = clientAddressReader(services.config)
  api.openapi(holdRoute, async (context) => {
    const outcome = await placeHold(services, context.req.valid('json'), addressOf(context))
    if (!outcome.ok) return context.json(problemOf(outcome, BODY_NAMES), outcome.status, retryAfterHeaders(outcome))
    const { id, expiresAt } = outcome.hold
    return context.json({ id, expiresAt: expiresAt.toISOString() }, 201)
  })
  api.openapi(releaseRoute, async (context) => {
    await releaseHold(services, context.req.valid('param').id)
    return context.body(null, 204)
  })
  return api
}

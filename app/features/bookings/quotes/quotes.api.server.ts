import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi'
import { priceFields } from '#app/features/pricing/price-fields.server.ts'
import { embeddable } from '#app/platform/http/embeddable.server.ts'
import { apiApp, apiSchema, jsonBody, jsonResponse, problemResponses } from '#app/platform/http/openapi.server.ts'
import { rateLimit } from '#app/platform/rate-limits/middleware.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { problemOf } from '#app/shared/refusal.ts'
import { BODY_NAMES } from '#app/shared/stay-refusal.ts'
import { quoteLinkSchema } from '../booking-answers.ts'
import type { StoredQuote } from '../bookings.ts'
import { createQuote, quoteRequestSchema } from './quotes.server.ts'

const quoteSchema = apiSchema('Quote', z.object({ ...quoteLinkSchema.shape, ...priceFields }), {
  id: { format: 'uuid' },
  url: { format: 'uri', description: 'The permanent page of the quote, which can be shared' },
  expiresAt: { format: 'date-time', description: 'The quote can be booked until then' },
})

/** A quote as the API returns it. */
export function quoteAnswer({ config }: Pick<Services, 'config'>, { token, expiresAt, ...quote }: StoredQuote) {
  return { ...quote, url: `${config.siteUrl}/quotes/${token}`, expiresAt: expiresAt.toISOString() }
}

const quoteRoute = createRoute({
  method: 'post',
  path: '/api/quotes',
  summary: 'Creates a quote: the total price of a stay, with its own page',
  middleware: jsonBody,
  request: { body: { required: true, content: { 'application/json': { schema: quoteRequestSchema } } } },
  responses: { 201: jsonResponse(quoteSchema, 'The quote'), ...problemResponses(400, 404, 409, 413, 415, 429) },
})

/** Quotes, for the booking form of this site and of embedding sites. */
export function quotesApi(services: Services): OpenAPIHono {
  const api = apiApp()
  api.use(quoteRoute.getRoutingPath(), embeddable, rateLimit(services, 'quotes'))
  api.openapi(quoteRoute, async (context) => {
    const outcome = await createQuote(services, context.req.valid('json'))
    if (!outcome.ok) return context.json(problemOf(outcome, BODY_NAMES), outcome.status)
    return context.json(quoteAnswer(services, outcome.quote), 201)
  })
  return api
}

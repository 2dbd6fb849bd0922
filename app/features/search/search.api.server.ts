import { createRoute, type OpenAPIHono } from '@hono/zod-openapi'
import { embeddable } from '#app/platform/http/embeddable.server.ts'
import { apiApp, jsonResponse, problemResponses } from '#app/platform/http/openapi.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { holdInput, stayQuery } from '#app/shared/stay-input.ts'
import { problemOf } from '#app/shared/stay-refusal.ts'
import { searchProperties } from './search.server.ts'
import { searchAnswerSchema } from './search-answer.server.ts'
import { searchQuery } from './search-input.server.ts'

const availabilityRoute = createRoute({
  method: 'get',
  path: '/api/availability',
  summary: 'The homes that are free for a stay, each with its all-in price, fifty a page; and what else can be had',
  request: { query: searchQuery({ ...stayQuery, holdId: holdInput }) },
  responses: { 200: jsonResponse(searchAnswerSchema, 'What was found'), ...problemResponses(400, 429) },
})

/** The search, for the embeds of this site and of others. */
export function searchApi(services: Services): OpenAPIHono {
  const api = apiApp()
  api.use(availabilityRoute.getRoutingPath(), embeddable)
  api.openapi(availabilityRoute, async (context) => {
    const { checkin: checkIn, checkout: checkOut, sortBy, ...rest } = context.req.valid('query')
    const outcome = await searchProperties(services, { checkIn, checkOut, ...rest, sort: rest.sort ?? sortBy })
    if (!outcome.ok) return context.json(problemOf(outcome, { checkIn: 'checkin', checkOut: 'checkout' }), 400)
    const { ok: _, totals: __, ...answer } = outcome
    return context.json(answer, 200)
  })
  return api
}

import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi'
import { apiApp, apiSchema, jsonResponse, problemResponses } from '#app/platform/http/openapi.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { boundedText } from '#app/shared/input/bounded-text.ts'
import { promoText } from '#app/shared/input/stay-input.ts'
import { problemOf } from '#app/shared/refusal.ts'
import { promoCodeSchema } from './promo-code.ts'
import { getPromo } from './promo-codes.server.ts'

const promoAnswer = apiSchema('PromoCode', promoCodeSchema, {
  percent: { description: 'The percentage off the nights, such as 10.0000; null if it is an amount or a prize' },
  coversAll: { description: 'Whether it covers whatever the stay costs, taxes included' },
  amount: { description: 'The amount off the nights, in cents' },
  stayFrom: { format: 'date', description: 'The earliest night of a stay' },
  stayUntil: { format: 'date', description: 'The latest night of a stay' },
})

const promoRoute = createRoute({
  method: 'get',
  path: '/api/properties/{id}/promo-codes/{code}',
  summary: 'Returns the current discount of a promo code for a property',
  description: 'Only a booking counts as a use: until then, the code can end or be used up.',
  request: { params: z.object({ id: boundedText(100), code: promoText }) },
  responses: { 200: jsonResponse(promoAnswer, 'The promo code'), ...problemResponses(400, 404, 409, 429) },
})

/** Promo codes, for the booking frame. */
export function promoCodesApi(services: Services): OpenAPIHono {
  const api = apiApp()
  api.openapi(promoRoute, async (context) => {
    const { id, code } = context.req.valid('param')
    const found = await getPromo(services, { propertyId: id, code })
    if (!found.ok) return context.json(problemOf(found), found.status)
    return context.json(found.promo, 200)
  })
  return api
}

import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi'
import { apiApp, jsonResponse, problemResponses } from '#app/platform/http/openapi.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { boundedText } from '#app/shared/bounded-text.ts'
import { promoText } from '#app/shared/stay-input.ts'
import { problemOf, refusalStatus } from '#app/shared/stay-refusal.ts'
import { cents } from './price-fields.server.ts'
import { getPromo } from './promo-codes.server.ts'

const promoSchema = z
  .object({
    code: z.string(),
    percent: z.string().nullable().openapi({ description: 'Off the nights, such as 10.0000; or else `amount` is' }),
    amount: cents('Off the nights').nullable(),
    stayFrom: z.iso.date().nullable().openapi({ description: 'The first night that a stay may have' }),
    stayUntil: z.iso.date().nullable().openapi({ description: 'The last night that a stay may have' }),
    minimumNights: z.int(),
  })
  .openapi('PromoCode')

const promoRoute = createRoute({
  method: 'get',
  path: '/api/properties/{id}/promo-codes/{code}',
  summary: 'What a code takes off in a home, as things stand today',
  description: 'A use is taken by the booking alone: until then the code can end or be used up.',
  request: { params: z.object({ id: boundedText(100), code: promoText }) },
  responses: { 200: jsonResponse(promoSchema, 'Its terms'), ...problemResponses(400, 404, 409, 429) },
})

/** Promo codes, for the booking frame. */
export function promoCodesApi(services: Services): OpenAPIHono {
  const api = apiApp()
  api.openapi(promoRoute, async (context) => {
    const { id, code } = context.req.valid('param')
    const found = await getPromo(services, { propertyId: id, code })
    if (!found.ok) return context.json(problemOf(found, {}), refusalStatus(found.reason))
    return context.json(found.promo, 200)
  })
  return api
}

import { createRoute, type OpenAPIHono } from '@hono/zod-openapi'
import { idempotencyHeaders } from '#app/platform/http/idempotency.server.ts'
import { apiApp, apiSchema, jsonBody, jsonResponse, problemResponses } from '#app/platform/http/openapi.server.ts'
import { type OperatorAccess, operatorOnly } from '#app/platform/http/operator-access.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { propertySchema } from '../properties.api.server.ts'
import { createProperty } from './new-property.server.ts'
import { newPropertySchema } from './new-property.ts'

const createPropertyRoute = createRoute({
  method: 'post',
  path: '/api/properties',
  summary: 'Adds an unpublished property',
  description: 'Prices are in dollars here. Omitted fields get defaults: the address defaults to the location.',
  request: {
    headers: idempotencyHeaders,
    body: { required: true, content: { 'application/json': { schema: apiSchema('NewProperty', newPropertySchema) } } },
  },
  responses: {
    201: jsonResponse(propertySchema, 'The property is stored'),
    ...problemResponses(400, 401, 403, 413, 415, 422),
  },
})

/** The operator's endpoint that adds a property. */
export function newPropertyApi(services: Services, access: OperatorAccess): OpenAPIHono {
  const api = apiApp()
  api.post(createPropertyRoute.path, operatorOnly(access), ...jsonBody)
  api.openapi(createPropertyRoute, async (context) => {
    const idempotencyKey = context.req.valid('header')['idempotency-key']
    const by = context.get('operator')
    const outcome = await createProperty(services, context.req.valid('json'), { by, idempotencyKey })
    if (!outcome.ok) {
      return context.json(
        {
          code: outcome.reason,
          message: 'This form was already sent with other details. Please send it again.',
        },
        422,
      )
    }
    return context.json(outcome.property, 201)
  })
  return api
}

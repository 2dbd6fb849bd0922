import { createRoute, type OpenAPIHono } from '@hono/zod-openapi'
import { makeChange } from '#app/platform/change/define.server.ts'
import { idempotencyHeaders } from '#app/platform/http/idempotency.server.ts'
import { apiApp, apiSchema, jsonBody, jsonResponse, problemResponses } from '#app/platform/http/openapi.server.ts'
import { type OperatorAccess, operatorOnly } from '#app/platform/http/operator-access.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { propertySchema } from '../properties.api.server.ts'
import { createProperty, getNewProperty } from './new-property.server.ts'
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
  api.post(createPropertyRoute.path, operatorOnly(access, 'content:write'), ...jsonBody)
  api.openapi(createPropertyRoute, async (context) => {
    const asked = { property: context.req.valid('json'), key: context.req.valid('header')['idempotency-key'] }
    const outcome = await makeChange(createProperty, { services, by: context.get('operator') }, asked)
    if (outcome.ok) return context.json(await getNewProperty(services, outcome.subjectId ?? ''), 201)
    const message = 'This form was already sent with other details. Please send it again.'
    return context.json({ code: 'key-reused', message }, 422)
  })
  return api
}

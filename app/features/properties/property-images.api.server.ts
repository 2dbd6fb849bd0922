import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi'
import { apiApp, jsonBody, jsonResponse, problemResponses } from '#app/platform/http/openapi.server.ts'
import { type OperatorAccess, operatorOnly } from '#app/platform/http/operator-access.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { boundedText } from '#app/shared/bounded-text.ts'
import { attachImage, detachImage } from './property-images.server.ts'
import { attachSchema } from './property-images.ts'

const MISSING = {
  'no-picture': 'There is no such picture.',
  'no-property': 'There is no such home.',
  'no-unit': 'That home has no such unit.',
}

const attachedSchema = z
  .object({
    objectPath: z.string().openapi({ description: 'The address of the picture on this site' }),
    images: z.array(z.string()).openapi({ description: 'All pictures of the home, in order' }),
  })
  .openapi('Attached')

const attachRoute = createRoute({
  method: 'post',
  path: '/api/objects/attach',
  summary: 'Puts an uploaded picture on a home',
  description:
    'With `unitId` it joins the gallery of that unit too, in the group that `category` names. Twice does no harm.',
  request: { body: { required: true, content: { 'application/json': { schema: attachSchema } } } },
  responses: {
    200: jsonResponse(attachedSchema, 'The home shows it'),
    ...problemResponses(400, 401, 403, 404, 413, 415),
  },
})

const detachRoute = createRoute({
  method: 'delete',
  path: '/api/objects/{propertyId}/{imagePath}',
  summary: 'Takes a picture out of a home',
  description:
    'The address of the picture stands behind the id of the home: `/api/objects/{propertyId}/objects/uploads/cove.jpg`. When nothing shows it any more, it is deleted.',
  request: {
    params: z.object({
      propertyId: boundedText(100),
      imagePath: boundedText(2000).openapi({
        description: 'The address without the slash at its beginning; it has slashes',
      }),
    }),
  },
  responses: {
    204: { description: 'The home does not show it any more' },
    ...problemResponses(401, 403, 404),
  },
})

/** The operator's endpoints that add images to properties and remove them. */
export function propertyImagesApi(services: Services, access: OperatorAccess): OpenAPIHono {
  const api = apiApp()
  api.post(attachRoute.path, operatorOnly(access), ...jsonBody)
  api.openapi(attachRoute, async (context) => {
    const outcome = await attachImage(services, context.req.valid('json'))
    if (!outcome.ok) return context.json({ code: 'not-found', message: MISSING[outcome.reason] }, 404)
    return context.json({ objectPath: outcome.objectPath, images: outcome.images }, 200)
  })
  // Written by hand: OpenAPI does not support parameters with slashes.
  api.openAPIRegistry.registerPath(detachRoute)
  api.delete('/api/objects/:propertyId/:imagePath{.+}', operatorOnly(access), async (context) => {
    const { propertyId, imagePath } = context.req.param()
    const outcome = await detachImage(services, { propertyId, imagePath: `/${imagePath}` })
    if (!outcome.ok) return context.json({ code: 'not-found', message: MISSING[outcome.reason] }, 404)
    return context.body(null, 204)
  })
  return api
}

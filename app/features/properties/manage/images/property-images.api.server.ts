import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi'
import { makeChange } from '#app/platform/change/define.server.ts'
import { apiApp, jsonBody, jsonResponse, problemResponses } from '#app/platform/http/openapi.server.ts'
import { type OperatorAccess, operatorOnly } from '#app/platform/http/operator-access.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { boundedText } from '#app/shared/input/bounded-text.ts'
import { attachSchema } from './attach-image.ts'
import { attachImage, detachImage, getAttached } from './property-images.server.ts'

const attachedSchema = z
  .object({
    objectPath: z.string().openapi({ description: 'The path of the image on this site' }),
    images: z.array(z.string()).openapi({ description: 'All images of the property in order' }),
  })
  .openapi('Attached')

const attachRoute = createRoute({
  method: 'post',
  path: '/api/objects/attach',
  summary: 'Attaches an uploaded image to a property',
  description:
    'With `unitId`, also adds it to the gallery of that unit, in the group `category`. Repeating the call changes nothing.',
  request: { body: { required: true, content: { 'application/json': { schema: attachSchema } } } },
  responses: {
    200: jsonResponse(attachedSchema, 'The image is attached'),
    ...problemResponses(400, 401, 403, 404, 413, 415),
  },
})

const detachRoute = createRoute({
  method: 'delete',
  path: '/api/objects/{propertyId}/{imagePath}',
  summary: 'Detaches an image from a property',
  description:
    'The path of the image follows the ID of the property: `/api/objects/{propertyId}/objects/uploads/cove.jpg`. An image that nothing else uses is deleted.',
  request: {
    params: z.object({
      propertyId: boundedText(100),
      imagePath: boundedText(2000).openapi({
        description: 'The path without its leading slash; it contains slashes',
      }),
    }),
  },
  responses: {
    204: { description: 'The image is detached' },
    ...problemResponses(401, 403, 404),
  },
})

/** The operator's endpoints that add images to properties and remove them. */
export function propertyImagesApi(services: Services, access: OperatorAccess): OpenAPIHono {
  const api = apiApp()
  api.post(attachRoute.path, operatorOnly(access, 'content:write'), ...jsonBody)
  api.openapi(attachRoute, async (context) => {
    const asked = context.req.valid('json')
    const outcome = await makeChange(attachImage, { services, by: context.get('operator') }, asked)
    if (!outcome.ok) return context.json({ code: 'not-found', message: outcome.message }, 404)
    return context.json(await getAttached(services, asked), 200)
  })
  // Written by hand: OpenAPI does not support parameters with slashes.
  api.openAPIRegistry.registerPath(detachRoute)
  api.delete('/api/objects/:propertyId/:imagePath{.+}', operatorOnly(access, 'content:write'), async (context) => {
    const { propertyId, imagePath } = context.req.param()
    const asked = { propertyId, imagePath: `/${imagePath}` }
    const outcome = await makeChange(detachImage, { services, by: context.get('operator') }, asked)
    if (!outcome.ok) return context.json({ code: 'not-found', message: outcome.message }, 404)
    return context.body(null, 204)
  })
  return api
}

import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi'
import { asc } from 'drizzle-orm'
import { apiApp, apiSchema, jsonResponse, problemResponses } from '#app/platform/http/openapi.server.ts'
import { isAllowed, type OperatorAccess } from '#app/platform/http/operator-access.server.ts'
import { parseRecord } from '#app/platform/parse-record.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { boundedText } from '#app/shared/input/bounded-text.ts'
import { galleryPresentationSchema } from './presentation.ts'
import { LIST_COLUMNS, listProperties } from './properties.server.ts'
import { properties, propertyUnits } from './properties.tables.server.ts'
import { listedPropertySchema, unitImageSchema } from './property-answers.ts'
import { listUnitImages } from './unit-images.server.ts'

/**
 * Every property, for the operator's list endpoint. It says whether it is published, and the units and gallery groups
 * that images can go to.
 */
async function listAllProperties(services: Pick<Services, 'db' | 'clock' | 'log'>) {
  const { db } = services
  const [rows, units] = await Promise.all([
    db
      .select({ ...LIST_COLUMNS, published: properties.published, presentation: properties.presentation })
      .from(properties)
      .orderBy(asc(properties.displayOrder), asc(properties.name)),
    db
      .select({ id: propertyUnits.id, name: propertyUnits.name, propertyId: propertyUnits.propertyId })
      .from(propertyUnits)
      .orderBy(asc(propertyUnits.displayOrder)),
  ])
  return Promise.all(
    rows.map(async ({ presentation, ...property }) => {
      const stored = { record: 'properties.presentation', key: property.id, value: presentation }
      const read = await parseRecord(services, galleryPresentationSchema, stored)
      return {
        ...property,
        units: units.filter((unit) => unit.propertyId === property.id).map(({ id, name }) => ({ id, name })),
        galleryGroups: read?.value.gallery.groups ?? [],
      }
    }),
  )
}

/** A home in an answer. */
export const propertySchema = apiSchema('Property', listedPropertySchema, {
  id: { format: 'uuid' },
  images: { description: 'Paths of its images on this site' },
  published: { description: 'For the operator only' },
  units: { description: 'The units, each with a gallery; for the operator only' },
  galleryGroups: { description: 'The groups of the gallery; for the operator only' },
})
const imageSchema = apiSchema('UnitImage', unitImageSchema, {
  id: { format: 'uuid' },
  placeholder: { description: 'A tiny preview as a data URL' },
})

const listRoute = createRoute({
  method: 'get',
  path: '/api/properties',
  summary: 'Lists the properties',
  responses: {
    200: jsonResponse(z.array(propertySchema), 'The published properties; in demo mode, all of them'),
    ...problemResponses(),
  },
})

const imagesRoute = createRoute({
  method: 'get',
  path: '/api/units/{unitId}/images',
  summary: 'Lists the images of a unit in order',
  request: { params: z.object({ unitId: boundedText(100) }) },
  responses: {
    200: jsonResponse(z.array(imageSchema), 'The images'),
    ...problemResponses(400, 404),
  },
})

/** The endpoints that read properties and their images. */
export function propertiesApi(services: Services, access: OperatorAccess): OpenAPIHono {
  const api = apiApp()
  api.openapi(listRoute, async (context) => {
    const maySeeAll = await isAllowed(access, context.req.raw, 'content:read')
    const list = maySeeAll ? listAllProperties : listProperties
    return context.json(await list(services), 200)
  })
  api.openapi(imagesRoute, async (context) => {
    const images = await listUnitImages(services, context.req.valid('param').unitId)
    if (!images) return context.json({ code: 'not-found', message: 'We couldn’t find that unit.' }, 404)
    return context.json(images, 200)
  })
  return api
}

import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi'
import { cents, priceFields } from '#app/features/pricing/price-fields.server.ts'
import { embeddable } from '#app/platform/http/embeddable.server.ts'
import { apiApp, jsonResponse, problemResponses } from '#app/platform/http/openapi.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { createVersionedCache } from '#app/platform/versioned-cache.server.ts'
import { quarterHourEnd } from '#app/shared/dates.ts'
import { holdInput, stayQuery } from '#app/shared/input/stay-input.ts'
import { problemOf } from '#app/shared/refusal.ts'
import { getLastDays, listPlaces, searchProperties } from './search.server.ts'
import { searchQuery } from './search-query.server.ts'

const imageSchema = z.object({
  src: z.string(),
  alt: z.string(),
  width: z.int(),
  height: z.int(),
  placeholder: z.string().nullable(),
})

const propertyFields = {
  id: z.guid(),
  slug: z.string(),
  path: z.string().openapi({ description: 'The path of the property page' }),
  name: z.string(),
  location: z.string(),
  theme: z.enum(['mountain', 'lake']),
  maxGuests: z.int(),
  capacityWord: z.enum(['sleeps', 'guests']),
  bedrooms: z.int(),
  bathrooms: z.number(),
  cardText: z.string(),
  image: imageSchema.nullable(),
  images: z.array(imageSchema).openapi({ description: 'The first few images, beginning with `image`' }),
  ...priceFields,
}

const partySchema = z.object({ adults: z.int(), children: z.int(), infants: z.int(), pets: z.int() })

const combinationSchema = z
  .object({
    location: z.string(),
    miles: z.number().nullable().openapi({
      description:
        'The greatest straight-line distance between two of them, rounded to half miles up to five miles and to whole miles beyond; 0 is less than half a mile',
    }),
    maxGuests: z.int(),
    bedrooms: z.int(),
    beds: z.int(),
    nights: z.int(),
    total: cents('The total of all properties, including mandatory fees and taxes'),
    properties: z.array(
      z.object({
        ...propertyFields,
        party: partySchema.openapi({ description: 'The part of the party that stays here' }),
      }),
    ),
  })
  .openapi('PropertyCombination')

/** The response of `GET /api/availability`. */
const searchAnswerSchema = z.object({
  properties: z
    .array(z.object(propertyFields).openapi('AvailableProperty'))
    .openapi({ description: 'One page of the available properties' }),
  count: z.int().openapi({ description: 'The number of available properties on all pages' }),
  alternatives: z
    .array(z.object({ ...propertyFields, checkIn: z.iso.date(), checkOut: z.iso.date() }).openapi('AlternativeStay'))
    .openapi({
      description: 'The nearest free stays at other properties, nearest first: on request, or if none is available',
    }),
  combinations: z.array(combinationSchema).openapi({
    description:
      'If none is available: properties of one location that fit the party together, pairs first, then the lowest total',
  }),
  hidden: z
    .array(
      z.object({
        filter: z.enum(['location', 'bedrooms', 'propertyType', 'amenities', 'price']),
        properties: z.int(),
      }),
    )
    .openapi({ description: 'If none is available: how many would be without this filter, up to 100' }),
  limit: z
    .object({
      part: z.enum(['guests', 'infants', 'pets']),
      asked: z.int(),
      largest: z.int().openapi({ description: 'The most that one property takes' }),
      together: z.int().openapi({ description: 'The most that three properties of one location take together' }),
      properties: z.int().nullable().openapi({
        description:
          'How many properties of one location would fit the party with an adult for each; null if three do not',
      }),
      narrowed: z
        .boolean()
        .openapi({ description: 'Whether only locations with room for the rest of the party were counted' }),
    })
    .optional()
    .openapi({ description: 'If there is no other suggestion: the part of the party that no dates can fit' }),
  nextCursor: z.string().optional().openapi({ description: 'The `cursor` of the next page; missing on the last page' }),
})

const availabilityRoute = createRoute({
  method: 'get',
  path: '/api/availability',
  summary: 'Finds the properties that are available for a stay with their total prices, 50 per page, and alternatives',
  request: { query: searchQuery({ ...stayQuery, holdId: holdInput }) },
  responses: { 200: jsonResponse(searchAnswerSchema, 'The search results'), ...problemResponses(400, 429) },
})

const placesSchema = z.object({
  places: z.array(z.string()),
  last: z
    .object({ checkIn: z.string(), checkOut: z.string() })
    .describe('The last days on which a stay can begin and end'),
})

const placesRoute = createRoute({
  method: 'get',
  path: '/api/places',
  summary: 'Lists where the properties are, as values of the parameter `location`, and until when they can be booked',
  responses: { 200: jsonResponse(placesSchema, 'The places, in alphabetical order, and the last days') },
})

/** How many answers are kept, and for how long. Pages of results are kept as long. */
const MOST_KEPT = 500
const MAX_AGE_MS = 60_000

/** The search, for embeds on this site and on others. */
export function searchApi(services: Services): OpenAPIHono {
  const api = apiApp()
  for (const route of [availabilityRoute, placesRoute]) api.use(route.getRoutingPath(), embeddable)
  api.openapi(placesRoute, async (context) =>
    context.json({ places: await listPlaces(services), last: await getLastDays(services) }, 200),
  )
  const { clock, versions } = services
  const outcomes = createVersionedCache<Awaited<ReturnType<typeof searchProperties>>>({
    clock,
    versions,
    max: MOST_KEPT,
    maxAgeMs: MAX_AGE_MS,
  })
  api.openapi(availabilityRoute, async (context) => {
    const asked = context.req.valid('query')
    const outcome = await outcomes.read(JSON.stringify(asked), 'nights', async () => {
      const { checkin: checkIn, checkout: checkOut, sortBy, ...rest } = asked
      // Lead times depend on the local hour.
      const notAfter = quarterHourEnd(clock.now())
      const value = await searchProperties(services, { checkIn, checkOut, ...rest, sort: rest.sort ?? sortBy })
      // A guest who holds nights sees them as free.
      return { value, notAfter, kind: asked.holdId ? 'personal' : 'stray' }
    })
    if (!outcome.ok) return context.json(problemOf(outcome, { checkIn: 'checkin', checkOut: 'checkout' }), 400)
    const { ok: _, totals: __, ...answer } = outcome
    return context.json(answer, 200)
  })
  return api
}

import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi'
import { cents, priceFields } from '#app/features/pricing/price-fields.server.ts'
import { embeddable } from '#app/platform/http/embeddable.server.ts'
import { apiApp, jsonResponse, problemResponses } from '#app/platform/http/openapi.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { holdInput, stayQuery } from '#app/shared/stay-input.ts'
import { problemOf } from '#app/shared/stay-refusal.ts'
import { searchProperties } from './search.server.ts'
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
  path: z.string().openapi({ description: 'The page of the home on this site' }),
  name: z.string(),
  location: z.string(),
  place: z.enum(['mountain', 'lake']),
  maxGuests: z.int(),
  capacityWord: z.enum(['sleeps', 'guests']),
  bedrooms: z.int(),
  bathrooms: z.number(),
  cardText: z.string(),
  picture: imageSchema.nullable(),
  ...priceFields,
}

const partySchema = z.object({ adults: z.int(), children: z.int(), infants: z.int(), pets: z.int() })

const combinationSchema = z
  .object({
    location: z.string(),
    miles: z.number().nullable().openapi({
      description:
        'The longest straight way between two of them: halves up to five miles, whole ones beyond; 0 is less than half a mile',
    }),
    maxGuests: z.int(),
    bedrooms: z.int(),
    beds: z.int(),
    nights: z.int(),
    total: cents('All homes together, mandatory fees and taxes included'),
    homes: z.array(
      z.object({ ...propertyFields, party: partySchema.openapi({ description: 'Its share of the party' }) }),
    ),
  })
  .openapi('HomeCombination')

/** The response of `GET /api/availability`. */
const searchAnswerSchema = z.object({
  homes: z
    .array(z.object(propertyFields).openapi('AvailableProperty'))
    .openapi({ description: 'A page of those that are free' }),
  count: z.int().openapi({ description: 'How many are free in all' }),
  alternatives: z
    .array(z.object({ ...propertyFields, checkIn: z.iso.date(), checkOut: z.iso.date() }).openapi('AlternativeStay'))
    .openapi({
      description: 'The nearest free stay of other homes, the nearest first: where asked for, or none was free',
    }),
  combinations: z.array(combinationSchema).openapi({
    description: 'Where none was free: homes of one place that take the party together, the least total first',
  }),
  hidden: z
    .array(
      z.object({
        filter: z.enum(['location', 'bedrooms', 'propertyType', 'amenities', 'price']),
        homes: z.int(),
      }),
    )
    .openapi({ description: 'Where none was free: how many would be without this one filter, a hundred at most' }),
  limit: z
    .object({
      part: z.enum(['guests', 'infants', 'pets']),
      asked: z.int(),
      home: z.int().openapi({ description: 'The most that one home takes' }),
      together: z.int().openapi({ description: 'The most that three homes of one place take together' }),
      homes: z.int().nullable().openapi({
        description: 'So many homes of one place would take it, were there an adult for each; null when no three do',
      }),
      narrowed: z.boolean().openapi({ description: 'Counted are only places with room for the rest of the party' }),
    })
    .optional()
    .openapi({ description: 'Where nothing else can be told: what of the party cannot be had on any dates' }),
  nextCursor: z.string().optional().openapi({ description: 'The `cursor` of the next page, while there is one' }),
})

const availabilityRoute = createRoute({
  method: 'get',
  path: '/api/availability',
  summary: 'The homes that are free for a stay, each with its all-in price, fifty a page; and what else can be had',
  request: { query: searchQuery({ ...stayQuery, holdId: holdInput }) },
  responses: { 200: jsonResponse(searchAnswerSchema, 'What was found'), ...problemResponses(400, 429) },
})

/** The search, for embeds on this site and on others. */
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

import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi'
import { and, asc, eq, sql } from 'drizzle-orm'
import { blocks } from '#app/features/availability/availability.tables.server.ts'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import { seenBy } from '#app/features/properties/seen-by.server.ts'
import { changedSchema, refusalAnswer } from '#app/platform/change/api-change.server.ts'
import { makeChange } from '#app/platform/change/define.server.ts'
import { apiApp, jsonBody, jsonResponse, problemResponses, tokenSecurity } from '#app/platform/http/openapi.server.ts'
import { type OperatorAccess, operatorOnly } from '#app/platform/http/operator-access.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { addDays } from '#app/shared/dates.ts'
import { boundedText } from '#app/shared/input/bounded-text.ts'
import { dateQuery } from '#app/shared/input/stay-input.ts'
import { choiceProblem } from './change-form.ts'
import { nightChanges } from './nights.changes.server.ts'

const MOST_BLOCKS = 1000
const kind = z.enum(['owner', 'closed'])
const blockSchema = z
  .object({
    id: z.guid(),
    propertyId: z.guid(),
    from: z.iso.date(),
    to: z.iso.date().openapi({ description: 'The day after the last blocked night' }),
    kind: z.enum(['owner', 'closed', 'visit']).openapi({ description: 'A visit takes no night' }),
    note: z.string().nullable(),
  })
  .openapi('Block')
const blocksAnswer = jsonResponse(z.object({ blocks: z.array(blockSchema) }), 'The blocks of these days')

const listRoute = createRoute({
  method: 'get',
  path: '/api/blocks',
  summary: 'Lists what blocks the nights from `from` (inclusive) to `to` (exclusive)',
  description: `Needs the scope \`stays:read\`. At most ${MOST_BLOCKS}.`,
  security: tokenSecurity,
  request: { query: z.object({ from: dateQuery, to: dateQuery, property: boundedText(200).optional() }) },
  responses: { 200: blocksAnswer, ...problemResponses(400, 401, 403) },
})
const addRoute = createRoute({
  method: 'post',
  path: '/api/blocks',
  summary: 'Blocks the nights of a property from `from` (inclusive) to `to` (exclusive)',
  description:
    'Needs the scope `stays:write`. Nights that are past stay as they are. Bookings stay too, and are shown as a conflict. Blocks of the same nights are refused.',
  middleware: jsonBody,
  security: tokenSecurity,
  request: {
    body: {
      required: true,
      content: {
        'application/json': {
          schema: z
            .object({
              property: boundedText(200)
                .regex(/^[^,\s]+$/, 'Please name a property by its slug')
                .openapi({ description: 'The `slug` of the property' }),
              from: dateQuery,
              to: dateQuery,
              kind,
              note: boundedText(500).default('').openapi({ description: 'Only operators read it' }),
            })
            .openapi('NewBlock'),
        },
      },
    },
  },
  responses: { 200: blocksAnswer, ...problemResponses(400, 401, 403, 404, 409, 413, 415) },
})
const removeRoute = createRoute({
  method: 'delete',
  path: '/api/blocks/{id}',
  summary: 'Removes a block, so that its nights are open again',
  description: 'Needs the scope `stays:write`.',
  security: tokenSecurity,
  request: { params: z.object({ id: z.guid() }) },
  responses: { 200: jsonResponse(changedSchema, 'It is removed'), ...problemResponses(400, 401, 403, 404, 409) },
})

/** The blocks of the calendar, for programs. */
export function blocksApi(services: Services, access: OperatorAccess): OpenAPIHono {
  const api = apiApp()
  const { db } = services

  async function listBlocks(
    { from, to, property }: { from: string; to: string; property?: string | undefined },
    by: Parameters<typeof seenBy>[0],
  ) {
    const isThen = sql`${blocks.nights} && daterange(${from}::date, ${to}::date)`
    const isHere = property === undefined ? undefined : eq(properties.slug, property)
    const rows = await db
      .select({ block: blocks })
      .from(blocks)
      .innerJoin(properties, eq(properties.id, blocks.propertyId))
      .where(and(isThen, isHere, seenBy(by)))
      .orderBy(asc(sql`lower(${blocks.nights})`), asc(blocks.id))
      .limit(MOST_BLOCKS)
    return rows.map(({ block: { nights, id, propertyId, kind, note } }) => ({ id, propertyId, ...nights, kind, note }))
  }
  const orderProblem = ({ from, to }: { from: string; to: string }) =>
    from < to
      ? null
      : {
          code: 'invalid-input',
          message: 'The end comes after the start.',
          fields: { to: 'Please choose a later day' },
        }

  api.get(listRoute.getRoutingPath(), operatorOnly(access, 'stays:read'))
  api.openapi(listRoute, async (context) => {
    const query = context.req.valid('query')
    const problem = orderProblem(query)
    if (problem) return context.json(problem, 400)
    return context.json({ blocks: await listBlocks(query, context.get('operator')) }, 200)
  })
  api.post(addRoute.getRoutingPath(), operatorOnly(access, 'stays:write'))
  api.openapi(addRoute, async (context) => {
    const { property, from, to, kind: what, note } = context.req.valid('json')
    const last = addDays(to, -1)
    const problem = orderProblem({ from, to })
    if (problem) return context.json(problem, 400)
    const tooLong = choiceProblem(from, last)
    if (tooLong) return context.json({ code: 'invalid-input', message: tooLong }, 400)
    const by = context.get('operator')
    const typed = { properties: property, included: property, first: from, last, what, note }
    const form = nightChanges.change.form.parse(typed)
    const outcome = await makeChange(nightChanges.change, { services, by }, form)
    if (!outcome.ok) return context.json(...refusalAnswer(outcome))
    return context.json({ blocks: await listBlocks({ property, from, to }, by) }, 200)
  })
  api.delete(removeRoute.getRoutingPath(), operatorOnly(access, 'stays:write'))
  api.openapi(removeRoute, async (context) => {
    const maker = { services, by: context.get('operator') }
    const outcome = await makeChange(nightChanges['remove-block'], maker, context.req.valid('param'))
    if (!outcome.ok) return context.json(...refusalAnswer(outcome))
    return context.json({ changed: Boolean(outcome.id) }, 200)
  })
  return api
}

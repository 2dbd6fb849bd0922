import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi'
import { clientAddressReader } from '#app/platform/client-address.server.ts'
import { retryAfterHeaders, runFormCall } from '#app/platform/http/form-action.server.ts'
import { idempotencyHeaders } from '#app/platform/http/idempotency.server.ts'
import {
  apiApp,
  apiSchema,
  jsonBody,
  jsonResponse,
  problemResponses,
  problemSchema,
} from '#app/platform/http/openapi.server.ts'
import { secretPath } from '#app/platform/http/secret-path.server.ts'
import { rateLimit } from '#app/platform/rate-limits/middleware.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { boundedText } from '#app/shared/input/bounded-text.ts'
import { invalidInput, type Problem } from '#app/shared/problem.ts'
import { problemOf } from '#app/shared/refusal.ts'
import { getDrawList } from './draws.server.ts'
import { findStanding } from './entries.server.ts'
import { entryCall } from './form-action.server.ts'
import { enteredSchema, entrySchema, sharedSchema, shareSchema, standingSchema } from './giveaway.ts'
import { recordShare } from './shares.server.ts'

/** Adds `success`, `totalEntries` and `error` to a problem body; invalid JSON gets the problem alone. */
const notEnteredSchema = problemSchema.extend({
  success: z.literal(false).optional(),
  totalEntries: z.literal(0).optional(),
  error: z.string().optional().openapi({ description: 'The same as `message`' }),
})
const notEntered = (description: string) => jsonResponse(notEnteredSchema, description)

const entryRoute = createRoute({
  method: 'post',
  path: '/api/entries',
  summary: 'Enters a person into the giveaway',
  description: 'Entering again with the same email address changes nothing and returns the current number of entries.',
  middleware: jsonBody,
  request: {
    headers: idempotencyHeaders,
    body: { required: true, content: { 'application/json': { schema: apiSchema('GiveawayEntry', entrySchema) } } },
  },
  responses: {
    200: jsonResponse(apiSchema('GiveawayEntered', enteredSchema), 'The person has entered'),
    ...problemResponses(413, 415, 429),
    400: notEntered('The input is invalid; `fields` has the messages'),
    409: notEntered('The giveaway takes no entries; `code` says why'),
    422: notEntered('The idempotency key was used with another body'),
  },
})

const standingRoute = createRoute({
  method: 'get',
  path: '/api/entries/{email}',
  summary: 'Returns the number of entries of an email address',
  description: 'For an address without an entry, the response has the same shape and takes the same time.',
  request: { params: z.object({ email: boundedText(1000) }) },
  responses: {
    200: jsonResponse(
      apiSchema('GiveawayStanding', standingSchema),
      'The number of entries; `success` is false without an entry',
    ),
    ...problemResponses(400, 429),
  },
})

const sharedAnswer = apiSchema('GiveawayShared', sharedSchema, {
  success: { description: 'Whether bonus entries were earned' },
  maxBonusReached: { description: 'The share is counted, but the maximum bonus is already reached' },
})

const shareRoute = createRoute({
  method: 'post',
  path: '/api/share',
  summary: 'Earns bonus entries for a share',
  description:
    'Exactly one of `success`, `alreadyShared` and `maxBonusReached` is true. For an address without an entry none is; the response has the same shape and takes the same time.',
  middleware: jsonBody,
  request: {
    body: { required: true, content: { 'application/json': { schema: apiSchema('GiveawayShare', shareSchema) } } },
  },
  responses: {
    200: jsonResponse(sharedAnswer, 'The result'),
    ...problemResponses(400, 409, 413, 415, 429),
  },
})

function refusedEntry(problem: Problem) {
  return { ...problem, success: false as const, totalEntries: 0 as const, error: problem.message }
}

/** The giveaway endpoints, and the published list of a draw as text. */
export function giveawayApi(services: Services): OpenAPIHono {
  const api = apiApp()
  const addressOf = clientAddressReader(services.config)
  api.use(entryRoute.getRoutingPath(), rateLimit(services, 'entries'))
  api.use(standingRoute.getRoutingPath(), secretPath)
  api.use(shareRoute.getRoutingPath(), rateLimit(services, 'share'))
  api.openapi(
    entryRoute,
    async (context) => {
      const outcome = await runFormCall(entryCall, {
        services,
        body: await context.req.json(),
        input: context.req.valid('json'),
        sender: { idempotencyKey: context.req.valid('header')['idempotency-key'] },
      })
      if (outcome.ok) return context.json({ success: true as const, totalEntries: outcome.totalEntries }, 200)
      return context.json(refusedEntry(problemOf(outcome)), outcome.status, retryAfterHeaders(outcome))
    },
    (result, context) => {
      if (!result.success) return context.json(refusedEntry(invalidInput(result.error)), 400)
    },
  )
  api.openapi(standingRoute, async (context) => {
    const standing = await findStanding(services, context.req.valid('param').email)
    return context.json({ success: standing !== null, totalEntries: 0, usedChannels: [], ...standing }, 200)
  })
  api.openapi(shareRoute, async (context) => {
    const outcome = await recordShare(services, { ...context.req.valid('json'), ipAddress: addressOf(context) })
    if (outcome.ok) {
      const { ok: _, ...answer } = outcome
      return context.json(answer, 200)
    }
    return context.json(problemOf(outcome), outcome.status)
  })
  api.get('/staycation/draw/:id/entries.txt', async (context) => {
    const list = await getDrawList(services, context.req.param('id'))
    return list === null ? context.text('We couldn’t find that drawing.', 404) : context.text(list)
  })
  return api
}

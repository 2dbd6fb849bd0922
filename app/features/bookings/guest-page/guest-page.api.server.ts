import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi'
import { apiApp, jsonBody, jsonResponse, problemResponses } from '#app/platform/http/openapi.server.ts'
import { secretPath } from '#app/platform/http/secret-path.server.ts'
import { rateLimit } from '#app/platform/rate-limits/middleware.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { problemOf } from '#app/shared/refusal.ts'
import { cancelBooking } from './cancel-booking.server.ts'
import { getGuestCalendarFile } from './guest-page.server.ts'

const refund = z.int().min(0).openapi({ description: 'The refund shown to the guest, in cents' })

const cancelRoute = createRoute({
  method: 'post',
  path: '/api/stays/{token}/cancel',
  summary: 'Cancels a booking by the token of its guest page',
  description:
    '`refund` is the refund shown to the guest. 409 `refund-changed`: the refund has changed; the response has the new one. 409 `not-cancellable`: the stay has begun, or the booking has ended.',
  middleware: jsonBody,
  request: {
    params: z.object({ token: z.string().max(100) }),
    body: { required: true, content: { 'application/json': { schema: z.object({ refund }) } } },
  },
  responses: {
    200: jsonResponse(
      z.object({ status: z.literal('cancelled'), refund }).openapi('CancelledStay'),
      'The booking is cancelled',
    ),
    ...problemResponses(400, 404, 409, 413, 415, 429),
  },
})

/** The guest's calls by the secret link, apart from the page itself. */
export function guestPageApi(services: Services): OpenAPIHono {
  const api = apiApp()
  api.use(cancelRoute.getRoutingPath(), secretPath, rateLimit(services, 'cancellations'))
  api.openapi(cancelRoute, async (context) => {
    const outcome = await cancelBooking(services, { ...context.req.valid('param'), ...context.req.valid('json') })
    if (outcome.ok) return context.json({ status: 'cancelled' as const, refund: outcome.refund }, 200)
    const { refund } = outcome
    return context.json({ ...problemOf(outcome), ...(refund !== undefined && { refund }) }, outcome.status)
  })
  api.get('/stay/:token/stay.ics', secretPath, async (context) => {
    const file = await getGuestCalendarFile(services, context.req.param('token'))
    if (!file) return context.notFound()
    return context.body(file, 200, {
      'content-type': 'text/calendar; charset=utf-8; method=PUBLISH',
      'content-disposition': 'attachment; filename="stay.ics"',
      'cache-control': 'no-store',
    })
  })
  return api
}

import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi'
import { clientAddressReader } from '#app/platform/client-address.server.ts'
import { bookingStatuses } from '#app/platform/db/schema.server.ts'
import { isGatewayUnavailable } from '#app/platform/gateway/gateway.server.ts'
import { embeddable } from '#app/platform/http/embeddable.server.ts'
import { retryAfterHeaders } from '#app/platform/http/form-action.server.ts'
import { idempotencyHeaders } from '#app/platform/http/idempotency.server.ts'
import { apiApp, jsonBody, jsonResponse, problemResponses } from '#app/platform/http/openapi.server.ts'
import { rateLimit } from '#app/platform/rate-limits/middleware.server.ts'
import { RateLimitError } from '#app/platform/rate-limits/visitor.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import type { Problem } from '#app/shared/problem.ts'
import type { BookingRefusal } from './booking-refusals.server.ts'
import { bookingRequestSchema, refusalStatus } from './bookings.ts'
import { openBookingPayment } from './payments/open-payment.server.ts'
import { quoteAnswer } from './quotes/quotes.api.server.ts'
import { requestBooking } from './request-booking.server.ts'

const bookedSchema = z
  .object({
    id: z.guid(),
    reference: z.string().openapi({ description: 'What the guest keeps, such as 7K3-M9Q' }),
    status: z.enum(bookingStatuses),
    total: z.int().openapi({ description: 'All of it, in cents' }),
    currency: z.literal('USD'),
    clientSecret: z.string().optional().openapi({
      description:
        'What the guest’s browser pays with by Stripe, while the booking is `held`; left out when this address asked for payments too often just now',
    }),
    holdId: z.guid().optional().openapi({
      description:
        'The hold of a booking that is `held`, under a new id: with it its guest moves the nights, or books again. Keep it secret',
    }),
    stayUrl: z.url().openapi({ description: 'The guest’s own page: whoever has the link is the guest' }),
  })
  .openapi('RequestedBooking')

const bookingRoute = createRoute({
  method: 'post',
  path: '/api/bookings',
  summary: 'Asks for a stay and keeps its nights',
  description:
    'The stay is named by itself, or by `quoteId` or `holdId`; what is said of it beside a quote is what was quoted. A hold of one’s own becomes the booking’s; where a card is to be charged it has a new id, `holdId`, and the one before is worth nothing. 409 `dates-taken`: somebody else has these nights. 409 `quote-expired`: it is too old, or its nights are held no longer. 409 `price-changed`: what was quoted or expected is not the price any more, `quote` is.',
  middleware: jsonBody,
  request: {
    headers: idempotencyHeaders,
    body: { required: true, content: { 'application/json': { schema: bookingRequestSchema } } },
  },
  responses: {
    201: jsonResponse(bookedSchema, 'The booking is stored'),
    ...problemResponses(400, 404, 409, 413, 415, 422, 429, 503),
  },
})

const GATEWAY_UNAVAILABLE: Problem = {
  code: 'payment-unavailable',
  message: 'The payment service does not answer just now. Your nights are held: press the button again in a moment.',
}

function problemBody(services: Services, { reason, message, fields, quote }: BookingRefusal) {
  return {
    code: reason,
    message,
    ...(Object.keys(fields).length > 0 && { fields }),
    ...(quote && { quote: quoteAnswer(services, quote) }),
  }
}

/** Booking, through the frame of this site or of another. */
export function bookingsApi(services: Services): OpenAPIHono {
  const api = apiApp()
  api.use(bookingRoute.getRoutingPath(), embeddable, rateLimit(services, 'bookings'))
  const addressOf = clientAddressReader(services.config)
  api.openapi(bookingRoute, async (context) => {
    const idempotencyKey = context.req.valid('header')['idempotency-key']
    const outcome = await requestBooking(services, context.req.valid('json'), {
      idempotencyKey,
      address: addressOf(context),
    })
    if (!outcome.ok) {
      return context.json(problemBody(services, outcome), refusalStatus(outcome.reason), retryAfterHeaders(outcome))
    }
    if (!outcome.tookNights) context.set('uncounted', true)
    const { id, reference, total, currency, token, holdId } = outcome.booking
    const stayUrl = `${services.config.siteUrl}/stay/${token}`
    const booked = { id, reference, total, currency, stayUrl }
    try {
      const { status, clientSecret } = await openBookingPayment(services, id)
      const own = { ...(clientSecret && { clientSecret }), ...(status === 'held' && { holdId }) }
      return context.json({ ...booked, status, ...own }, 201)
    } catch (error) {
      // The booking is stored, so a guest who has to wait still needs the hold and the page.
      if (error instanceof RateLimitError) return context.json({ ...booked, status: 'held' as const, holdId }, 201)
      if (!isGatewayUnavailable(error)) throw error
      services.log.error({ event: 'payment.gateway-unavailable', err: error }, 'guest cannot pay, gateway unavailable')
      return context.json(GATEWAY_UNAVAILABLE, 503)
    }
  })
  return api
}

import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi'
import { clientAddressReader } from '#app/platform/client-address.server.ts'
import { isGatewayUnavailable } from '#app/platform/gateway/gateway.server.ts'
import { embeddable } from '#app/platform/http/embeddable.server.ts'
import { retryAfterHeaders } from '#app/platform/http/form-action.server.ts'
import { idempotencyHeaders } from '#app/platform/http/idempotency.server.ts'
import { apiApp, apiSchema, jsonBody, jsonResponse, problemResponses } from '#app/platform/http/openapi.server.ts'
import { rateLimit } from '#app/platform/rate-limits/middleware.server.ts'
import { RateLimitError } from '#app/platform/rate-limits/visitor.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { problemOf, refuse } from '#app/shared/refusal.ts'
import type { BookingRefusal } from '../booking-refusals.server.ts'
import { bookingStatuses } from '../bookings.tables.server.ts'
import { bookingRequestSchema } from '../bookings.ts'
import { openBookingPayment } from '../payments/open-payment.server.ts'
import { quoteAnswer } from '../quotes/quotes.api.server.ts'
import { requestBooking } from './request-booking.server.ts'

const bookedSchema = z
  .object({
    id: z.guid(),
    reference: z.string().openapi({ description: 'The reference shown to the guest, such as 7K3-M9Q' }),
    status: z.enum(bookingStatuses),
    total: z.int().openapi({ description: 'The total, in cents' }),
    currency: z.literal('USD'),
    clientSecret: z.string().optional().openapi({
      description:
        'The Stripe client secret, while the booking is `held`. Missing if the client’s address has reached its rate limit for payments.',
    }),
    holdId: z.guid().optional().openapi({
      description:
        'The new ID of the hold of a `held` booking, needed to change the nights or to book again. Keep it secret.',
    }),
    stayUrl: z.url().openapi({ description: 'The guest page. Anyone with this link can act as the guest.' }),
    payUrl: z
      .url()
      .optional()
      .openapi({ description: 'While the booking waits for a card: where it is paid. The link opens nothing else.' }),
  })
  .openapi('RequestedBooking')

const bookingRoute = createRoute({
  method: 'post',
  path: '/api/bookings',
  summary: 'Requests a booking and reserves its nights',
  description:
    'Names the stay by its fields, by `quoteId` or by `holdId`; a quote takes precedence over the fields. The guest’s own hold becomes the hold of the booking. If a card is to be charged, the response has its new ID in `holdId`, and the old one is invalid. 409 `dates-taken`: the nights are taken. 409 `quote-expired`: the quote or its hold has expired. 409 `price-changed`: the price differs from the quoted or expected one; `quote` is the new one.',
  middleware: jsonBody,
  request: {
    headers: idempotencyHeaders,
    body: {
      required: true,
      content: { 'application/json': { schema: apiSchema('BookingRequest', bookingRequestSchema) } },
    },
  },
  responses: {
    201: jsonResponse(bookedSchema, 'The booking is stored'),
    ...problemResponses(400, 404, 409, 413, 415, 422, 429, 503),
  },
})

const GATEWAY_UNAVAILABLE = refuse(
  'payment-unavailable',
  'The payment service isn’t responding right now. Your dates are held. Please try again in a moment.',
)

function problemBody(services: Services, refusal: BookingRefusal) {
  const { quote } = refusal
  return { ...problemOf(refusal), ...(quote && { quote: quoteAnswer(services, quote) }) }
}

/** Booking, through the frame of this site or of another. */
export function bookingsApi(services: Services): OpenAPIHono {
  const api = apiApp()
  api.post(bookingRoute.getRoutingPath(), embeddable, rateLimit(services, 'bookings'))
  const addressOf = clientAddressReader(services.config)
  api.openapi(bookingRoute, async (context) => {
    const idempotencyKey = context.req.valid('header')['idempotency-key']
    const outcome = await requestBooking(services, context.req.valid('json'), {
      idempotencyKey,
      address: addressOf(context),
    })
    if (!outcome.ok) {
      return context.json(problemBody(services, outcome), outcome.status, retryAfterHeaders(outcome))
    }
    if (!outcome.tookNights) context.set('uncounted', true)
    const { id, reference, total, currency, token, holdId } = outcome.booking
    const stayUrl = `${services.config.siteUrl}/stay/${token}`
    const booked = { id, reference, total, currency, stayUrl }
    try {
      const { status, clientSecret, payPath } = await openBookingPayment(services, id)
      const own = {
        ...(clientSecret && { clientSecret }),
        ...(payPath && { payUrl: services.config.siteUrl + payPath }),
        ...(status === 'held' && { holdId }),
      }
      return context.json({ ...booked, status, ...own }, 201)
    } catch (error) {
      // The booking is stored, so a guest who has to wait still needs the hold and the page.
      if (error instanceof RateLimitError) return context.json({ ...booked, status: 'held' as const, holdId }, 201)
      if (!isGatewayUnavailable(error)) throw error
      services.log.error({ event: 'payment.gateway-unavailable', err: error }, 'guest cannot pay, gateway unavailable')
      return context.json(problemOf(GATEWAY_UNAVAILABLE), GATEWAY_UNAVAILABLE.status)
    }
  })
  return api
}

import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi'
import { bookingSources, bookingStatuses } from '#app/features/bookings/bookings.tables.server.ts'
import { cents } from '#app/features/pricing/price-fields.server.ts'
import { changedSchema, refusalAnswer } from '#app/platform/change/api-change.server.ts'
import { makeChange } from '#app/platform/change/define.server.ts'
import { csvFile } from '#app/platform/http/csv-file.server.ts'
import { apiApp, jsonBody, jsonResponse, problemResponses, tokenSecurity } from '#app/platform/http/openapi.server.ts'
import { type OperatorAccess, operatorOnly } from '#app/platform/http/operator-access.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { localDate } from '#app/shared/dates.ts'
import { boundedText } from '#app/shared/input/bounded-text.ts'
import { declineSchema } from '../booking-forms.server.ts'
import { filterFromQuery, findBookings } from '../list/booking-list.server.ts'
import { type ManagedBooking, PAGE_SIZE, VIEWS } from '../list/booking-list.ts'
import { bookingsCsv } from '../list/bookings-csv.server.ts'
import { confirmBooking, declineBooking } from '../page/confirm-booking.server.ts'

/** More bookings than this are not downloaded at once. */
const MOST_ROWS = 20_000

const bookingSchema = z
  .object({
    reference: z.string(),
    status: z.enum(bookingStatuses),
    source: z.enum(bookingSources),
    property: z.object({ id: z.guid(), name: z.string() }),
    checkIn: z.iso.date(),
    checkOut: z.iso.date(),
    party: z.object({ adults: z.int(), children: z.int(), infants: z.int(), pets: z.int() }),
    guest: z.object({
      name: z.string().openapi({ description: 'The first name only, without the scope `contacts:read`' }),
      email: z.string().nullable().openapi({ description: 'Null without the scope `contacts:read`, or without one' }),
      phone: z.string().nullable(),
    }),
    total: cents('The total, including fees and taxes'),
    taxes: cents('The part of the total that is taxes'),
    paid: cents('What is paid toward it, less what goes back'),
    unpaid: cents('What of a confirmed stay is not paid yet'),
    currency: z.literal('USD'),
    answerBy: z.iso.datetime().nullable().openapi({ description: 'When a request expires unanswered' }),
  })
  .openapi('Booking')

/** A booking as the API has it. */
export function bookingAnswer({
  property: name,
  propertyId: id,
  ...booking
}: ManagedBooking): z.infer<typeof bookingSchema> {
  const { reference, status, source, checkIn, checkOut, adults, children, infants, pets, money } = booking
  return {
    reference,
    status,
    source,
    checkIn,
    checkOut,
    property: { id, name },
    party: { adults, children, infants, pets },
    guest: { name: booking.guestName, email: booking.guestEmail || null, phone: booking.guestPhone },
    total: booking.price,
    taxes: booking.parts.taxes,
    paid: money.paid,
    unpaid: money.unpaid,
    currency: 'USD',
    answerBy: booking.answerBy?.toISOString() ?? null,
  }
}

/** The views of the list, for schemas. */
export const VIEW_NAMES = Object.keys(VIEWS) as [keyof typeof VIEWS, ...(keyof typeof VIEWS)[]]
const listRoute = createRoute({
  method: 'get',
  path: '/api/bookings',
  summary: `Lists bookings, ${PAGE_SIZE} per page`,
  description: 'Needs the scope `stays:read`.',
  security: tokenSecurity,
  request: {
    query: z.object({
      view: z.enum(VIEW_NAMES).optional(),
      q: boundedText(200)
        .optional()
        .openapi({ description: 'A reference; with `contacts:read` also a name, email address, or phone number' }),
      property: boundedText(200).optional().openapi({ description: 'The `slug` of a property' }),
      page: z.coerce.number().int().min(1).max(10_000).optional(),
    }),
  },
  responses: {
    200: jsonResponse(z.object({ bookings: z.array(bookingSchema), total: z.int() }), 'The bookings'),
    ...problemResponses(400, 401, 403),
  },
})

const reference = z.object({ reference: boundedText(40) })
const confirmBody = z.object({
  despiteConflict: z.boolean().openapi({
    description: 'Whether to confirm although a block or another calendar has its nights by now; if false, that is 409',
  }),
})
const declineBody = z.object({
  message: boundedText(2000).openapi({ description: 'The guest reads it; may be empty' }),
})
const confirmRoute = createRoute({
  method: 'post',
  path: '/api/bookings/{reference}/confirm',
  summary: 'Confirms a booking request, and tells the guest by email',
  description: 'Needs the scope `stays:write`. 409 if the booking is no request anymore.',
  middleware: jsonBody,
  security: tokenSecurity,
  request: { params: reference, body: { required: true, content: { 'application/json': { schema: confirmBody } } } },
  responses: {
    200: jsonResponse(changedSchema, 'It is confirmed'),
    ...problemResponses(400, 401, 403, 404, 409, 413, 415),
  },
})
const declineRoute = createRoute({
  method: 'post',
  path: '/api/bookings/{reference}/decline',
  summary: 'Declines a booking request, and tells the guest by email',
  description: 'Needs the scope `stays:write`.',
  middleware: jsonBody,
  security: tokenSecurity,
  request: {
    params: reference,
    body: { required: true, content: { 'application/json': { schema: declineBody } } },
  },
  responses: {
    200: jsonResponse(changedSchema, 'It is declined'),
    ...problemResponses(400, 401, 403, 404, 409, 413, 415),
  },
})

/** The bookings of the operator's list, for programs and as a file, and the answers to requests. */
export function manageBookingsApi(services: Services, access: OperatorAccess): OpenAPIHono {
  const api = apiApp()
  api.get('/admin/bookings.csv', operatorOnly(access, 'stays:read'), async (context) => {
    const filter = { ...filterFromQuery(new URL(context.req.url).searchParams), page: 1 }
    const { rows, total } = await findBookings(services, filter, { by: context.get('operator'), limit: MOST_ROWS })
    const part = rows.length < total ? `-first-${rows.length}` : ''
    const name = `bookings-${filter.view}${part}-${localDate(services.clock.now())}.csv`
    return csvFile(context, { name, text: bookingsCsv(rows) })
  })

  api.get(listRoute.getRoutingPath(), operatorOnly(access, 'stays:read'))
  api.openapi(listRoute, async (context) => {
    const { q: search = '', view = 'all', property = '', page = 1 } = context.req.valid('query')
    const by = context.get('operator')
    const { rows, total } = await findBookings(services, { view, search, property, page }, { by })
    return context.json({ bookings: rows.map(bookingAnswer), total }, 200)
  })

  api.post(confirmRoute.getRoutingPath(), operatorOnly(access, 'stays:write'))
  api.openapi(confirmRoute, async (context) => {
    const maker = { services, by: context.get('operator'), params: context.req.valid('param') }
    const { despiteConflict } = context.req.valid('json')
    const outcome = await makeChange(confirmBooking, maker, despiteConflict ? { despiteConflict: 'yes' } : {})
    if (!outcome.ok) return context.json(...refusalAnswer(outcome))
    return context.json({ changed: Boolean(outcome.id) }, 200)
  })
  api.post(declineRoute.getRoutingPath(), operatorOnly(access, 'stays:write'))
  api.openapi(declineRoute, async (context) => {
    const maker = { services, by: context.get('operator'), params: context.req.valid('param') }
    const input = declineSchema.parse(context.req.valid('json'))
    const outcome = await makeChange(declineBooking, maker, input)
    if (!outcome.ok) return context.json(...refusalAnswer(outcome))
    return context.json({ changed: Boolean(outcome.id) }, 200)
  })
  return api
}

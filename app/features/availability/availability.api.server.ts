import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi'
import { cents } from '#app/features/pricing/price-fields.server.ts'
import { embeddable } from '#app/platform/http/embeddable.server.ts'
import { apiApp, jsonResponse, problemResponses } from '#app/platform/http/openapi.server.ts'
import { rateLimit } from '#app/platform/rate-limits/middleware.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { nightsBetween } from '#app/shared/dates.ts'
import { boundedText } from '#app/shared/input/bounded-text.ts'
import { dateQuery, holdInput } from '#app/shared/input/stay-input.ts'
import type { Problem } from '#app/shared/problem.ts'
import { getCalendar } from './availability.server.ts'

/** The longest span of one calendar request, in nights. */
const LONGEST_CALENDAR = 1100

const calendarSchema = z
  .object({
    propertyId: z.guid(),
    today: z.iso.date().openapi({ description: 'The current date at the property' }),
    bookable: z.boolean().openapi({ description: 'False while the property cannot be booked or has no rates' }),
    maximumStay: z.int().openapi({ description: 'The longest stay in nights; a longer one is refused as `too-long`' }),
    nights: z.array(
      z.object({
        date: z.iso.date(),
        state: z.enum(['free', 'taken']),
        minimumStay: z.int().openapi({ description: 'The minimum stay for an arrival on this day, in nights' }),
        arrival: z.boolean().openapi({ description: 'Whether the arrival days and the lead time allow an arrival' }),
        rate: cents('The rate of the night, without fees and taxes').nullable(),
      }),
    ),
  })
  .openapi('Calendar')

const calendarRoute = createRoute({
  method: 'get',
  path: '/api/properties/{id}/calendar',
  summary: 'Lists which nights of a property are available, from `from` (inclusive) to `to` (exclusive)',
  request: {
    params: z.object({ id: boundedText(100) }),
    query: z.object({ from: dateQuery, to: dateQuery, holdId: holdInput }),
  },
  responses: { 200: jsonResponse(calendarSchema, 'The nights'), ...problemResponses(400, 404, 429) },
})

/** The calendar of a property, for embeds on this site and on others. */
export function availabilityApi(services: Services): OpenAPIHono {
  const api = apiApp()
  api.use(calendarRoute.getRoutingPath(), embeddable, rateLimit(services, 'calendar'))

  api.openapi(calendarRoute, async (context) => {
    const { from, to, holdId } = context.req.valid('query')
    const nights = nightsBetween(from, to)
    if (nights < 1 || nights > LONGEST_CALENDAR) {
      const message =
        nights < 1 ? 'The end comes after the start.' : `A calendar shows up to ${LONGEST_CALENDAR} nights.`
      return context.json({ code: 'invalid-input', message, fields: { to: message } } satisfies Problem, 400)
    }
    const calendar = await getCalendar(services, { propertyId: context.req.valid('param').id, from, to, holdId })
    if (!calendar)
      return context.json({ code: 'not-found', message: 'We couldn’t find that home.' } satisfies Problem, 404)
    return context.json(calendar, 200)
  })

  return api
}

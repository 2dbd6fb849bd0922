import type { OpenAPIHono } from '@hono/zod-openapi'
import { apiApp } from '#app/platform/http/openapi.server.ts'
import { type OperatorAccess, operatorOnly } from '#app/platform/http/operator-access.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { localDate } from '#app/shared/dates.ts'
import { filterFromQuery, findBookings } from './booking-list.server.ts'
import { bookingsCsv } from './bookings-csv.server.ts'

/** More bookings than this are not downloaded at once. */
const MOST_ROWS = 20_000

/** The bookings of the operator's list as a file: all of its pages. */
export function manageBookingsApi(services: Services, access: OperatorAccess): OpenAPIHono {
  const api = apiApp()
  api.get('/admin/bookings.csv', operatorOnly(access, 'stays:read'), async (context) => {
    const filter = { ...filterFromQuery(new URL(context.req.url).searchParams), page: 1 }
    const { rows } = await findBookings(services, filter, { by: context.get('operator'), limit: MOST_ROWS })
    const name = `bookings-${filter.view}-${localDate(services.clock.now())}.csv`
    return context.body(bookingsCsv(rows), 200, {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'no-store',
    })
  })
  return api
}

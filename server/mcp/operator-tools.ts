import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'
import { bookingAnswer, VIEW_NAMES } from '#app/features/bookings/manage/api/manage-bookings.api.server.ts'
import { findBookings } from '#app/features/bookings/manage/list/booking-list.server.ts'
import type { BookingView } from '#app/features/bookings/manage/list/booking-list.ts'
import type { Operator } from '#app/platform/http/operator-access.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { addDays, dateInZone } from '#app/shared/dates.ts'
import { type Answer, READ_ONLY, runTool, type ToolRunner } from './tool.ts'

const listShape = z.object({
  view: z.enum(VIEW_NAMES).default('all'),
  search: z.string().max(200).default('').describe('A reference, or a guest'),
  page: z.int().min(1).max(10_000).default(1),
})

/** Adds the tools that read bookings, with the permissions of the token. */
export function addOperatorTools(
  server: McpServer,
  services: Services,
  { by, runner }: { by: Operator; runner: ToolRunner },
): void {
  const list = { description: 'Bookings of the operator’s list, 50 per page.', inputSchema: listShape }
  server.registerTool('find_bookings', { ...list, annotations: READ_ONLY }, ({ view, search, page }) =>
    runTool(runner, 'find_bookings', async () => {
      const { rows, total } = await findBookings(services, { view, search, property: '', page }, { by })
      return { value: { bookings: rows.map(bookingAnswer), total } }
    }),
  )
  const day = { description: 'Requests to answer, who is here, and who comes and goes today and tomorrow.' }
  server.registerTool('read_day', { ...day, annotations: READ_ONLY }, () =>
    runTool(runner, 'read_day', () => readDay(services, by)),
  )
}

async function readDay(services: Services, by: Operator): Promise<Answer> {
  const list = async (view: BookingView) =>
    (await findBookings(services, { view, search: '', property: '', page: 1 }, { by })).rows
  const tomorrow = ({ timeZone }: { timeZone: string }) => addDays(dateInZone(services.clock.now(), timeZone), 1)
  const here = await list('in-house')
  return {
    value: {
      needsYou: (await list('needs-me')).map(bookingAnswer),
      here: here.map(bookingAnswer),
      leaving: here.filter((stay) => stay.checkOut <= tomorrow(stay)).map(bookingAnswer),
      arriving: (await list('arriving')).filter((stay) => stay.checkIn <= tomorrow(stay)).map(bookingAnswer),
    },
  }
}

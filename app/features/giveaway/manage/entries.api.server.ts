import type { OpenAPIHono } from '@hono/zod-openapi'
import { csvFile, csvText } from '#app/platform/http/csv-file.server.ts'
import { apiApp } from '#app/platform/http/openapi.server.ts'
import { type OperatorAccess, operatorOnly } from '#app/platform/http/operator-access.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { localDate } from '#app/shared/dates.ts'
import { getEntriesTable } from './entries.server.ts'

export function giveawayEntriesApi(services: Services, access: OperatorAccess): OpenAPIHono {
  const api = apiApp()
  api.get('/admin/giveaway/:id/entries.csv', operatorOnly(access, 'contacts:read'), async (context) => {
    const table = await getEntriesTable(services, context.req.param('id'))
    if (!table) return context.notFound()
    const name = `giveaway-entries-${localDate(services.clock.now())}.csv`
    return csvFile(context, { name, text: csvText(table) })
  })
  return api
}

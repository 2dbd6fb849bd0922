import type { OpenAPIHono } from '@hono/zod-openapi'
import { csvFile } from '#app/platform/http/csv-file.server.ts'
import { apiApp } from '#app/platform/http/openapi.server.ts'
import { type OperatorAccess, operatorOnly } from '#app/platform/http/operator-access.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { isJournalProgram, journalFile } from './bookkeeping.server.ts'

/** The journal of a period, as a file for a bookkeeping program. */
export function bookkeepingApi(services: Services, access: OperatorAccess): OpenAPIHono {
  const api = apiApp()
  api.get('/admin/money/journal.csv', operatorOnly(access, 'money:read'), async (context) => {
    const query = new URL(context.req.url).searchParams
    const program = query.get('for') ?? ''
    if (!isJournalProgram(program)) return context.notFound()
    return csvFile(context, await journalFile(services, query, program))
  })
  return api
}

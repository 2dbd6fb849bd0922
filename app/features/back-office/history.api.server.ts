import type { OpenAPIHono } from '@hono/zod-openapi'
import { csvFile, csvOf } from '#app/platform/http/csv-file.server.ts'
import { apiApp } from '#app/platform/http/openapi.server.ts'
import { type OperatorAccess, operatorOnly } from '#app/platform/http/operator-access.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { localDate } from '#app/shared/dates.ts'
import { historyFilterFromQuery, listHistory } from './history.server.ts'
import { changeText, type HistoryEntry } from './history.ts'

/** More changes than this are not downloaded at once. */
const MOST_ROWS = 20_000

const COLUMNS: Record<string, (entry: HistoryEntry) => string> = {
  'When (UTC)': ({ instant }) => instant,
  When: ({ at }) => at,
  Who: ({ by }) => by,
  What: ({ words }) => words,
  About: ({ about }) => about?.label ?? '',
  Homes: ({ properties }) => properties.join(', '),
  'Before and after': ({ facts }) =>
    facts.map(({ name, before, after }) => `${name}: ${changeText(before, after)}`).join('\n'),
  Reason: ({ reason }) => reason ?? '',
}

/** History as a file: all of its pages. */
export function historyApi(services: Services, access: OperatorAccess): OpenAPIHono {
  const api = apiApp()
  api.get('/admin/history.csv', operatorOnly(access, 'site:read'), async (context) => {
    const filter = { ...historyFilterFromQuery(new URL(context.req.url).searchParams), page: 1 }
    const { entries } = await listHistory(services, filter, context.get('operator'), MOST_ROWS)
    const name = `history-${localDate(services.clock.now())}.csv`
    return csvFile(context, { name, text: csvOf(COLUMNS, entries) })
  })
  return api
}

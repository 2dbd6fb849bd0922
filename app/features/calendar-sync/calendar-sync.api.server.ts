import { createHash } from 'node:crypto'
import type { OpenAPIHono } from '@hono/zod-openapi'
import { apiApp } from '#app/platform/http/openapi.server.ts'
import { secretPath } from '#app/platform/http/secret-path.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { matchesTag } from '#app/shared/http-headers.ts'
import type { Problem } from '#app/shared/problem.ts'
import { getExportedCalendar } from './export-calendar.server.ts'

/** The calendar exports of the properties, for other sites and calendar apps. */
export function calendarSyncApi(services: Services): OpenAPIHono {
  const api = apiApp()
  api.get('/calendar/:propertyId/:file{.+\\.ics}', secretPath, async (context) => {
    const { propertyId, file } = context.req.param()
    const calendar = await getExportedCalendar(services, { propertyId, key: file.slice(0, -'.ics'.length) })
    if (calendar === null) {
      const problem: Problem = { code: 'not-found', message: 'We couldn’t find that calendar.' }
      return context.json(problem, 404, { 'cache-control': 'no-store' })
    }
    const etag = `"${createHash('sha256').update(calendar).digest('base64url').slice(0, 22)}"`
    const headers = { etag, 'cache-control': 'private, no-cache', 'x-robots-tag': 'noindex' }
    if (matchesTag(context.req.header('if-none-match'), etag)) return context.body(null, 304, headers)
    return context.body(calendar, 200, {
      ...headers,
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': 'inline; filename="calendar.ics"',
    })
  })
  return api
}

import type { OpenAPIHono } from '@hono/zod-openapi'
import pLimit from 'p-limit'
import { createUploads } from '#app/features/media/store-upload.server.ts'
import { apiApp } from '#app/platform/http/openapi.server.ts'
import { secretPath } from '#app/platform/http/secret-path.server.ts'
import { rateLimit } from '#app/platform/rate-limits/middleware.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import type { Problem } from '#app/shared/problem.ts'
import { cleanerPath, findCleanerLink } from './cleaner-links.server.ts'
import { getTurnoverCalendar } from './turnover-calendar.server.ts'
import { storeTurnoverImage, turnoverImageRefusal } from './turnover-images.server.ts'

const NOT_FOUND: Problem = { code: 'not-found', message: 'This link doesn’t work anymore.' }
const PRIVATE = { 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex' }

/** The calls of a cleaner's page: its calendar, and photos. The secret of the link is the key. */
export function turnoversApi(services: Services): OpenAPIHono {
  const api = apiApp()
  const uploads = createUploads(services, pLimit(1))
  api.get('/turnovers/:file{[^/]+\\.ics}', secretPath, rateLimit(services, 'calls'), async (context) => {
    const calendar = await getTurnoverCalendar(services, context.req.param('file').slice(0, -'.ics'.length))
    if (calendar === null) return context.json(NOT_FOUND, 404, PRIVATE)
    return context.body(calendar, 200, {
      ...PRIVATE,
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': 'inline; filename="turnovers.ics"',
    })
  })
  // A plain form, so that a phone with a weak connection needs no script. The answer is the page again.
  api.post('/turnovers/:secret/photos', secretPath, rateLimit(services, 'uploads'), async (context) => {
    const secret = context.req.param('secret')
    const link = await findCleanerLink(services, secret)
    if (!link) return context.json(NOT_FOUND, 404, PRIVATE)
    const key = context.req.query('turnover') ?? ''
    const shown = { link, key, kind: context.req.query('shows') === 'ready' ? 'ready' : 'damage' } as const
    const refusal = await turnoverImageRefusal(services, shown)
    if (refusal) return context.redirect(`${cleanerPath(secret)}?image=${refusal}`, 303)
    const upload = await uploads.store(context.req.raw)
    const outcome = upload.ok ? await storeTurnoverImage(services, { ...shown, path: upload.url }) : upload.reason
    return context.redirect(`${cleanerPath(secret)}?image=${outcome}`, 303)
  })
  return api
}

import type { OpenAPIHono } from '@hono/zod-openapi'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import pLimit from 'p-limit'
import { createUploads } from '#app/features/media/store-upload.server.ts'
import { apiApp } from '#app/platform/http/openapi.server.ts'
import { type OperatorAccess, operatorOnly } from '#app/platform/http/operator-access.server.ts'
import { rateLimit } from '#app/platform/rate-limits/middleware.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { SECTION } from '#app/shared/paths/section-path.ts'
import { problemOf } from '#app/shared/refusal.ts'
import type { Scope } from '#app/shared/roles.ts'
import { SITE_PAGES } from './site-parts.ts'

/** The pages whose forms upload images, of the site's content and of receipts, with their scopes. */
const PAGES = new Map<string, Scope>([
  ...Object.keys(SITE_PAGES).map((page) => [`/admin/site/${page}`, 'content:write'] as const),
  ['/admin/giveaway', 'content:write'],
  ['/admin/money/owners', 'money:write'],
])

/**
 * Uploads an image for the site, which its form then shows. A plain form without script: the answer is the page again,
 * where the image can be chosen. A script asks for JSON.
 */
export function siteImagesApi(services: Services, access: OperatorAccess): OpenAPIHono {
  const api = apiApp()
  const uploads = createUploads(services, pLimit(1), { drawings: true })
  for (const [page, scope] of PAGES) {
    api.post(`${page}/image`, rateLimit(services, 'uploads'), operatorOnly(access, scope), async (context) => {
      const upload = await uploads.store(context.req.raw)
      if (context.req.header('accept') === 'application/json') {
        if (upload.ok) return context.json({ url: upload.url })
        return context.json(problemOf(upload), upload.status as ContentfulStatusCode)
      }
      const section = context.req.query(SECTION)
      const answer: Record<string, string> = upload.ok ? { image: upload.url } : { refused: upload.reason }
      const query = new URLSearchParams({ ...(section && { [SECTION]: section }), ...answer })
      return context.redirect(`${page}?${query}#images`, 303)
    })
  }
  return api
}

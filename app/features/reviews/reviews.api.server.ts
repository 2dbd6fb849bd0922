import type { OpenAPIHono } from '@hono/zod-openapi'
import pLimit from 'p-limit'
import { createUploads } from '#app/features/media/store-upload.server.ts'
import { apiApp } from '#app/platform/http/openapi.server.ts'
import { secretPath } from '#app/platform/http/secret-path.server.ts'
import { rateLimit } from '#app/platform/rate-limits/middleware.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { getReviewPage } from './stay-review.server.ts'
import { storeReviewImage } from './store-review-image.server.ts'

/** Photos of a guest's review. A plain form, so that it needs no script; the answer is the page again. */
export function reviewsApi(services: Services): OpenAPIHono {
  const api = apiApp()
  const uploads = createUploads(services, pLimit(1))
  api.post('/review/:token/photos', secretPath, rateLimit(services, 'uploads'), async (context) => {
    const token = context.req.param('token')
    const page = await getReviewPage(services, token)
    const isWritten = page?.state === 'written'
    const upload = isWritten && page.mayAdd ? await uploads.store(context.req.raw) : null
    const stored = upload?.ok ? await storeReviewImage(services, { token, path: upload.url }) : 'gone'
    const outcome = upload && !upload.ok ? upload.reason : stored
    return context.redirect(`/review/${encodeURIComponent(token)}?image=${outcome}`, 303)
  })
  return api
}

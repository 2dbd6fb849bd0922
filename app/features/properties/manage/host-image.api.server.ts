import type { OpenAPIHono } from '@hono/zod-openapi'
import pLimit from 'p-limit'
import { createUploads } from '#app/features/media/store-upload.server.ts'
import { makeChange } from '#app/platform/change/define.server.ts'
import { apiApp } from '#app/platform/http/openapi.server.ts'
import { type OperatorAccess, operatorOnly } from '#app/platform/http/operator-access.server.ts'
import { rateLimit } from '#app/platform/rate-limits/middleware.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { changedPath } from '#app/shared/paths/changed-path.ts'
import { imageChange } from './content.changes.server.ts'
import { getContentProperty } from './property-content.server.ts'

/** Takes the photo of a home's host. A plain form, so that it works without script: the answer is the page again. */
export function hostImageApi(services: Services, access: OperatorAccess): OpenAPIHono {
  const api = apiApp()
  const uploads = createUploads(services, pLimit(1))
  const path = '/admin/homes/:slug/photo'
  api.post(path, async (context, next) => {
    if (await access.findOperator(context.req.raw.headers)) return next()
    return context.redirect(`/sign-in?to=${encodeURIComponent(`/admin/homes/${context.req.param('slug')}/page`)}`, 303)
  })
  api.post(path, operatorOnly(access, 'content:write'), rateLimit(services, 'uploads'), async (context) => {
    const property = await getContentProperty(services, context.req.param('slug'))
    if (!property) return context.json({ code: 'not-found', message: 'There is no such home.' }, 404)
    const page = `/admin/homes/${property.slug}/page?section=host`
    const upload = await uploads.store(context.req.raw)
    if (!upload.ok) return context.redirect(`${page}&image=${upload.reason}`, 303)
    const operator = { services, by: context.get('operator'), params: { slug: property.slug } }
    const outcome = await makeChange(imageChange, operator, { image: upload.url })
    const to = outcome.ok ? changedPath(page, outcome.id) : `${page}&image=gone`
    return context.redirect(to, 303)
  })
  return api
}

import { randomUUID } from 'node:crypto'
import type { OpenAPIHono } from '@hono/zod-openapi'
import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import pLimit from 'p-limit'
import { z } from 'zod'
import { createUploads, type UploadLimits } from '#app/features/media/store-upload.server.ts'
import { makeChange } from '#app/platform/change/define.server.ts'
import { isDatabaseUnavailable } from '#app/platform/db/unavailable.server.ts'
import { apiApp } from '#app/platform/http/openapi.server.ts'
import { type OperatorAccess, operatorOnly } from '#app/platform/http/operator-access.server.ts'
import { rateLimit } from '#app/platform/rate-limits/middleware.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { boundedText } from '#app/shared/input/bounded-text.ts'
import { changedPath } from '#app/shared/paths/changed-path.ts'
import { invalidInput } from '#app/shared/problem.ts'
import { problemOf, type Refusal, refuse } from '#app/shared/refusal.ts'
import { categoryFields, uploadChanges } from './image.changes.server.ts'
import { AWAY } from './images.ts'

/** `key` is the browser's own name for the photo, `replace` the photo in whose place it comes. */
const querySchema = z.object({
  ...categoryFields,
  key: z
    .string()
    .regex(/^[0-9a-f]{32}$/)
    .default(() => randomUUID()),
  replace: boundedText(2000).optional(),
})

type Outcome = { ok: true; id: string | null | undefined } | Refusal

/**
 * Uploads a photo of a home: stores it and adds it, or replaces another (`replace`). A script asks for JSON. A plain
 * form works too, and its answer is the page again. With a `key`, a photo is added once however often it is sent.
 */
export function imageUploadApi(services: Services, access: OperatorAccess, limits: UploadLimits = {}): OpenAPIHono {
  const api = apiApp()
  const uploads = createUploads(services, pLimit(1), limits)
  const path = '/admin/homes/:slug/photos/upload'

  async function take(context: Context): Promise<Outcome> {
    const query = querySchema.safeParse(context.req.query())
    if (!query.success) {
      const { message, fields } = invalidInput(query.error)
      return refuse('invalid-input', message, fields)
    }
    const { key, replace, ...chosen } = query.data
    const upload = await uploads.store(context.req.raw, key)
    if (!upload.ok) return upload
    const operator = { services, by: context.get('operator'), params: { slug: context.req.param('slug') } }
    const image = upload.url
    const outcome = replace
      ? await makeChange(uploadChanges['replace-image'], { ...operator, id: replace }, { image })
      : await makeChange(uploadChanges['add-image'], operator, { image, ...chosen })
    if (outcome.ok) return { ok: true, id: outcome.id }
    return { ...outcome, reason: 'not-added', fields: undefined }
  }

  const isForm = (context: Context) => !context.req.header('accept')?.startsWith('application/json')
  const pageOf = (context: Context) => `/admin/homes/${encodeURIComponent(context.req.param('slug') ?? '')}/photos`

  api.post(path, async (context, next) => {
    const isOperator = await access.findOperator(context.req.raw.headers)
    return isOperator || !isForm(context)
      ? next()
      : context.redirect(`/sign-in?to=${encodeURIComponent(pageOf(context))}`, 303)
  })
  api.post(path, operatorOnly(access, 'content:write'), rateLimit(services, 'uploads'), async (context) => {
    const outcome = await take(context).catch((error): Outcome => {
      if (!isDatabaseUnavailable(error)) throw error
      services.log.error({ event: 'form.not-stored', err: error }, 'a photo could not be added: the database is away')
      return refuse('unavailable', AWAY)
    })
    if (!isForm(context)) {
      return outcome.ok
        ? context.json({ url: pageOf(context) })
        : context.json(problemOf(outcome), outcome.status as ContentfulStatusCode)
    }
    if (outcome.ok) return context.redirect(changedPath(`${pageOf(context)}#add`, outcome.id), 303)
    return context.redirect(`${pageOf(context)}?refused=${outcome.reason}#add`, 303)
  })
  return api
}

import type { OpenAPIHono } from '@hono/zod-openapi'
import { eq } from 'drizzle-orm'
import { apiApp } from '#app/platform/http/openapi.server.ts'
import { type OperatorAccess, operatorOnly } from '#app/platform/http/operator-access.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { isUuid } from '#app/shared/uuid.ts'
import { mailAttachments } from './inbox.tables.server.ts'

/**
 * Files that came with emails, for operators. A stranger made them, so they are only downloaded, and never shown as a page of this site.
 */
export function inboxFilesApi(services: Services, access: OperatorAccess): OpenAPIHono {
  const api = apiApp()
  api.get('/admin/inbox/files/:file', operatorOnly(access, 'contacts:read'), async (context) => {
    const id = context.req.param('file') ?? ''
    const { name, content } = mailAttachments
    const [file] = isUuid(id)
      ? await services.db.select({ name, content }).from(mailAttachments).where(eq(mailAttachments.id, id))
      : []
    if (!file?.content) return context.notFound()
    return context.body(new Uint8Array(file.content), 200, {
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    })
  })
  return api
}

import type { OpenAPIHono } from '@hono/zod-openapi'
import { csvFile } from '#app/platform/http/csv-file.server.ts'
import { apiApp } from '#app/platform/http/openapi.server.ts'
import { type OperatorAccess, operatorOnly } from '#app/platform/http/operator-access.server.ts'
import { secretPath } from '#app/platform/http/secret-path.server.ts'
import { rateLimit } from '#app/platform/rate-limits/middleware.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { getOwner, getOwnerPage } from './owners.server.ts'
import { statementFile } from './statement-file.server.ts'

/** An owner’s statement as a file, for operators and for the owner. */
export function ownersApi(services: Services, access: OperatorAccess): OpenAPIHono {
  const api = apiApp()
  api.get('/admin/money/owners/:id/statement.csv', operatorOnly(access, 'money:read'), async (context) => {
    const owner = await getOwner(services, context.req.param('id'), new URL(context.req.url).searchParams)
    if (!owner) return context.notFound()
    return csvFile(context, statementFile(owner.month, owner.figures))
  })
  // The link of an owner is the key.
  api.get('/owner/:token/statement.csv', secretPath, rateLimit(services, 'calls'), async (context) => {
    const page = await getOwnerPage(services, context.req.param('token'), new URL(context.req.url).searchParams)
    if (!page?.statement) return context.notFound()
    return csvFile(context, statementFile(page.statement.month, page.statement.figures))
  })
  return api
}

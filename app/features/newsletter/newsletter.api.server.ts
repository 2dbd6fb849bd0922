import type { OpenAPIHono } from '@hono/zod-openapi'
import { apiApp } from '#app/platform/http/openapi.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { unsubscribe } from './newsletter.server.ts'

const OFF = 'No more letters go to this address.\n'

/**
 * What mail programs post to, in one click and without asking (RFC 8058): no cookie, any origin or none, never a redirect. The
 * token alone says whose it is, so the body is not read, and the answer is the same for a token that is not known.
 */
export function newsletterApi(services: Services): OpenAPIHono {
  const api = apiApp()
  api.post('/newsletter/unsubscribe/:token', async (context) => {
    await unsubscribe(services, { token: context.req.param('token') })
    return context.text(OFF, 200, { 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
  })
  return api
}

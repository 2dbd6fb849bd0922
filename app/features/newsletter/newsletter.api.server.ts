import type { OpenAPIHono } from '@hono/zod-openapi'
import { anyOrigin } from '#app/platform/http/embeddable.server.ts'
import { apiApp } from '#app/platform/http/openapi.server.ts'
import { secretPath } from '#app/platform/http/secret-path.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { unsubscribe } from './newsletter.server.ts'

const OFF = 'We won’t email this address again.\n'

/**
 * One-click unsubscribe for mail programs (RFC 8058): no cookie, any origin or none, never a redirect. The token alone
 * identifies the subscription, so the body is not read, and an unknown token gets the same response.
 */
export function newsletterApi(services: Services): OpenAPIHono {
  const api = apiApp()
  api.post('/newsletter/unsubscribe/:token{[\\w-]+}', anyOrigin, secretPath, async (context) => {
    await unsubscribe(services, { token: context.req.param('token') })
    return context.text(OFF, 200, { 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
  })
  return api
}

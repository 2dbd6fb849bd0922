import { Hono } from 'hono'
import { isDatabaseAway } from '#app/platform/db/away.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { unsubscribe } from './newsletter.server.ts'

const OFF = 'No letter goes to this address any more.\n'
const AWAY = 'This could not be stored just now. Please try again in a moment.\n'

/**
 * What mail programs post to, in one click and without asking (RFC 8058): no cookie, any origin or none, never a redirect. The
 * token alone says whose it is, so the body is not read, and the answer is the same for a token that is not known.
 */
export function newsletterApi(services: Services): Hono {
  const { log } = services
  return new Hono().post('/newsletter/unsubscribe/:token', async (context) => {
    const plain = { 'cache-control': 'no-store', 'x-robots-tag': 'noindex' }
    try {
      await unsubscribe(services, { token: context.req.param('token') })
      return context.text(OFF, 200, plain)
    } catch (error) {
      if (!isDatabaseAway(error)) throw error
      log.error({ err: error }, 'an address could not be taken off the newsletter: the database is away')
      return context.text(AWAY, 503, { ...plain, 'retry-after': '5' })
    }
  })
}

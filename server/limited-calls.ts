import type { OpenAPIHono } from '@hono/zod-openapi'
import type { RateLimitName } from '#app/platform/rate-limits/limits-by-name.server.ts'
import { rateLimit } from '#app/platform/rate-limits/middleware.server.ts'
import type { Services } from '#app/platform/services.server.ts'

/**
 * The calls that count by themselves, and as what. The actions of pages count where they take a form; searching, looking up a
 * code or an entry, and asking the payment service count where they are done (`limitVisitor`).
 */
export const LIMITED_CALLS: [method: string, path: string, form: RateLimitName][] = [
  ['GET', '/api/properties/:id/calendar', 'calendar'],
  ['POST', '/api/quotes', 'quotes'],
  ['POST', '/api/holds', 'holds'],
  ['DELETE', '/api/holds/:id', 'hold-releases'],
  ['POST', '/api/bookings', 'bookings'],
  ['POST', '/api/stays/:token/cancel', 'cancellations'],
  ['POST', '/api/contact', 'contact'],
  ['POST', '/api/host-inquiry', 'host-inquiry'],
  ['POST', '/api/entries', 'entries'],
  ['POST', '/api/share', 'share'],
  ['POST', '/api/objects/upload', 'uploads'],
  ['POST', '/api/embed-failures', 'embed-failures'],
]

/** Limits how often an address makes these calls, and any call at all. Goes before the calls themselves. */
export function limitCalls(api: OpenAPIHono, services: Services): void {
  api.use('/api/*', rateLimit(services, 'calls'))
  for (const [method, path, form] of LIMITED_CALLS) api.on(method, path, rateLimit(services, form))
}

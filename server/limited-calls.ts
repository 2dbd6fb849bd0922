import type { OpenAPIHono } from '@hono/zod-openapi'
import type { LimitedForm } from '#app/platform/limits/allowances.server.ts'
import { limited } from '#app/platform/limits/limited.server.ts'
import type { Services } from '#app/platform/services.server.ts'

/** The calls that count by themselves, and as what. The actions of pages count where they take a form. */
export const LIMITED_CALLS: [method: string, path: string, form: LimitedForm][] = [
  ['GET', '/api/availability', 'availability'],
  ['GET', '/api/properties/:id/calendar', 'calendar'],
  ['GET', '/api/properties/:id/promo-codes/:code', 'promo-codes'],
  ['POST', '/api/quotes', 'quotes'],
  ['POST', '/api/holds', 'holds'],
  ['DELETE', '/api/holds/:id', 'hold-releases'],
  ['POST', '/api/bookings', 'bookings'],
  ['POST', '/api/stays/:token/cancel', 'cancellations'],
  ['POST', '/api/contact', 'contact'],
  ['POST', '/api/host-inquiry', 'host-inquiry'],
  ['POST', '/api/entries', 'entries'],
  ['GET', '/api/entries/:email', 'entry-lookup'],
  ['POST', '/api/share', 'share'],
  ['POST', '/api/objects/upload', 'uploads'],
  ['POST', '/api/embed-failures', 'embed-failures'],
]

/** Limits how often an address makes these calls, and any call at all. Goes before the calls themselves. */
export function limitCalls(api: OpenAPIHono, services: Services): void {
  api.use('/api/*', limited(services, 'calls'))
  // A page in all but its shell: the same search as the call's.
  api.use('/embed/results', limited(services, 'availability'))
  for (const [method, path, form] of LIMITED_CALLS) api.on(method, path, limited(services, form))
}

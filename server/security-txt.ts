import { Hono } from 'hono'
import { getSite } from '#app/features/site/site.server.ts'
import type { Services } from '#app/platform/services.server.ts'

const PATH = '/.well-known/security.txt'

/** Where to report a hole in a live site (RFC 9116). It is always valid for ten to eleven months more. */
export function securityTxt(services: Services): Hono {
  const { config, clock } = services
  const routes = new Hono()
  // A demo is nobody's site.
  if (config.demo) return routes
  return routes.get(PATH, async (context) => {
    const { email } = await getSite(services)
    const now = clock.now()
    const expires = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 11))
    const lines = [
      `Contact: mailto:${email}`,
      `Expires: ${expires.toISOString()}`,
      'Preferred-Languages: en',
      `Canonical: ${config.siteUrl}${PATH}`,
    ]
    return context.text(`${lines.join('\n')}\n`)
  })
}

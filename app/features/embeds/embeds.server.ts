import { type Config, isLoopback } from '#app/platform/config.server.ts'
import { type Hosts, providerOf } from '#app/shared/booking-providers.ts'

/** The hosts that every public page must allow: after client-side navigation the first page's policy still applies. */
export function embedHosts({ bookingProvider }: Config): Hosts {
  return providerOf(bookingProvider.name).hosts
}

/** The `postMessage` target for a page of the frame's own origin. */
const SAME_ORIGIN = '/'

/**
 * The target of the booking frame's messages. Its address names the embedding site's origin; the default is this site.
 * Null (no messages) unless the origin is this site, in `EMBED_ORIGINS`, or a loopback address in demo mode
 * (docs/decisions/017).
 */
export function parentOrigin(named: string | null, { siteUrl, embedOrigins, demo }: Config): string | null {
  if (named === null) return SAME_ORIGIN
  if (!URL.canParse(named)) return null
  const { origin, hostname, protocol } = new URL(named)
  if (protocol !== 'https:' && protocol !== 'http:') return null
  if (origin === siteUrl || embedOrigins.includes(origin)) return origin
  return demo && isLoopback(hostname) ? origin : null
}

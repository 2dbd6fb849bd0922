import { type Config, isLoopback } from '#app/platform/config.server.ts'
import type { Hosts } from './embeds.ts'
import { providerOf } from './providers.ts'

/** The hosts that every public page must allow: a document keeps the policy of the page it was first loaded as. */
export function embedHosts({ bookingProvider }: Config): Hosts {
  return providerOf(bookingProvider.name).hosts
}

/** The target of messages to a page of the frame's own origin, as `postMessage` names it. */
const SAME_ORIGIN = '/'

/**
 * Where the booking frame sends its messages. Its address names the origin of the embedding site; without one that is this
 * site. Null, and no message is sent, unless the origin is this site's, stands in `EMBED_ORIGINS`, or in demo mode is a
 * loopback address (docs/decisions/017).
 */
export function parentOrigin(named: string | null, { siteUrl, embedOrigins, demo }: Config): string | null {
  if (named === null) return SAME_ORIGIN
  if (!URL.canParse(named)) return null
  const { origin, hostname, protocol } = new URL(named)
  if (protocol !== 'https:' && protocol !== 'http:') return null
  if (origin === siteUrl || embedOrigins.includes(origin)) return origin
  return demo && isLoopback(hostname) ? origin : null
}

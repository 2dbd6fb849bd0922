import { type Config, isLoopback } from '#app/platform/config.server.ts'
import { type Hosts, providerOf } from './embeds.ts'

/** The hosts that every public page must allow: a document keeps the policy of the page it was first loaded as. */
export function embedHosts({ bookingProvider }: Config): Hosts {
  return providerOf(bookingProvider.name).hosts
}

/**
 * The origin of the page that holds the booking frame, as the frame's address names it, when that page may be told things: this
 * site, one of `EMBED_ORIGINS`, or in demo mode any loopback address (decision 24). Null otherwise: then no message is sent.
 */
export function holderOrigin(named: string | null, { siteUrl, embedOrigins, demo }: Config): string | null {
  if (!named || !URL.canParse(named)) return null
  const { origin, hostname, protocol } = new URL(named)
  if (protocol !== 'https:' && protocol !== 'http:') return null
  if (origin === siteUrl || embedOrigins.includes(origin)) return origin
  return demo && isLoopback(hostname) ? origin : null
}

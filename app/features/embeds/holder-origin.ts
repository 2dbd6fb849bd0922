/**
 * The origin of the page that holds the frame, as the frame's address names it, when that page may be told things: this site,
 * one of `embedOrigins`, or in demo mode any loopback address (decision 24). Null otherwise: then no message is sent.
 */
export function holderOrigin(
  named: string | null,
  allowed: { siteUrl: string; embedOrigins: readonly string[]; demo: boolean; isLoopback: (hostname: string) => boolean },
): string | null {
  if (!named || !URL.canParse(named)) return null
  const { origin, hostname, protocol } = new URL(named)
  if (protocol !== 'https:' && protocol !== 'http:') return null
  const known = origin === allowed.siteUrl || allowed.embedOrigins.includes(origin)
  return known || (allowed.demo && allowed.isLoopback(hostname)) ? origin : null
}

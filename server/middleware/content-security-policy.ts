import { createHash } from 'node:crypto'
import type { Config } from '#app/platform/config.server.ts'
import type { PageHandle } from '#app/shared/page-handle.ts'

/** External hosts that pages may use, by purpose. */
export type ThirdPartyHosts = { script: string[]; frame: string[]; connect: string[] }

/** The payment service's hosts, for the payment page: https://docs.stripe.com/security/guide#content-security-policy */
export function paymentHosts({ stripe }: Config): ThirdPartyHosts {
  if (!stripe) return { script: [], frame: [], connect: [] }
  const { origin, hostname } = new URL(stripe.scriptUrl)
  // Stripe's script loads parts of itself from its subdomains.
  const script = hostname.endsWith('.stripe.com') ? [origin, `https://*.${hostname}`] : [origin]
  return { script, frame: [...script, 'https://hooks.stripe.com'], connect: [stripe.apiUrl, ...script] }
}

const LOOPBACK_ORIGINS = ['http://localhost:*', 'http://127.0.0.1:*']

/**
 * Removes the nonce from a rendered page and returns the CSP hashes of the inline scripts that carried it. A script
 * injected without the nonce has no hash and does not run. The page's text has one character per byte (`latin1`).
 */
export function hashInlineScripts(html: string, nonce: string): { html: string; hashes: string[] } {
  const parts = html.split(` nonce="${nonce}"`)
  const hashes = parts.slice(1).flatMap((part, index) => {
    const before = parts[index] ?? ''
    const tagEnd = part.indexOf('>')
    const tag = before.slice(before.lastIndexOf('<')) + part.slice(0, tagEnd)
    const body = part.slice(tagEnd + 1, part.indexOf('</script>', tagEnd))
    if (!/^<script\b/.test(tag) || /\ssrc=/.test(tag) || body === '') return []
    return `'sha256-${createHash('sha256').update(body, 'latin1').digest('base64')}'`
  })
  return { html: parts.join(''), hashes: [...new Set(hashes)] }
}

/** Sites that may frame a page: none, or for a `frame` this site and those of `EMBED_ORIGINS`. */
export function frameAncestors({ demo, embedOrigins }: Config, { frame }: PageHandle): string {
  if (!frame) return "frame-ancestors 'none'"
  return ['frame-ancestors', "'self'", ...(demo ? LOOPBACK_ORIGINS : []), ...embedOrigins].join(' ')
}

/** The content security policy of a page. With `camera` it allows blob images. */
export function contentSecurityPolicy(
  config: Config,
  hosts: ThirdPartyHosts,
  page: PageHandle & { hashes: string[] },
): string {
  return [
    "default-src 'self'",
    ['script-src', "'self'", ...hosts.script, ...page.hashes].join(' '),
    "style-src 'self'",
    "style-src-attr 'unsafe-inline'",
    `img-src 'self' data:${page.camera ? ' blob:' : ''}`,
    ...(page.camera ? ["media-src 'self' blob:"] : []),
    ['connect-src', "'self'", ...hosts.connect].join(' '),
    ['frame-src', "'self'", ...hosts.frame].join(' '),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    frameAncestors(config, page),
  ].join('; ')
}

/** The permissions policy of a page. `payment`: origins besides our own. */
export function permissionsPolicy({ camera = false, payment = [] as string[] } = {}): string {
  const payers = ['self', ...payment.map((origin) => JSON.stringify(origin))].join(' ')
  return `camera=(${camera ? 'self' : ''}), microphone=(), geolocation=(), payment=(${payers})`
}

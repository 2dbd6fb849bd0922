import { createHash } from 'node:crypto'
import type { Config } from '#app/platform/config.server.ts'

/** Hosts beside this site's own that the pages may use, by what for. */
export type ThirdPartyHosts = { script: string[]; frame: string[]; connect: string[] }

/** The hosts of the payment service, for the page on which a guest pays: https://docs.stripe.com/security/guide#content-security-policy */
export function paymentHosts({ stripe }: Config): ThirdPartyHosts {
  if (!stripe) return { script: [], frame: [], connect: [] }
  const { origin, hostname } = new URL(stripe.scriptUrl)
  // Stripe's script loads parts of itself from hosts below its own.
  const script = hostname.endsWith('.stripe.com') ? [origin, `https://*.${hostname}`] : [origin]
  return { script, frame: [...script, 'https://hooks.stripe.com'], connect: [stripe.apiUrl, ...script] }
}

const LOOPBACK_ORIGINS = ['http://localhost:*', 'http://127.0.0.1:*']

/**
 * Takes the nonce out of a rendered page and returns the CSP hashes of the inline scripts that carried it. Only those: a
 * script that got into the page without the nonce has no hash and does not run.
 */
export function hashInlineScripts(html: string, nonce: string): { html: string; hashes: string[] } {
  const marked = ` nonce="${nonce}"`
  const hashes: string[] = []
  for (const [, attributes = '', body = ''] of html.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)) {
    if (!attributes.includes(marked) || /\ssrc=/.test(attributes) || body === '') continue
    hashes.push(`'sha256-${createHash('sha256').update(body).digest('base64')}'`)
  }
  return { html: html.replaceAll(marked, ''), hashes: [...new Set(hashes)] }
}

const EMBEDDABLE = /^\/embed\//i

/** Who may frame the page of a path: nobody, or for the booking pages this site and those of `EMBED_ORIGINS`. */
export function frameAncestors({ demo, embedOrigins }: Config, path: string): string {
  if (!EMBEDDABLE.test(path)) return "frame-ancestors 'none'"
  return ['frame-ancestors', "'self'", ...(demo ? LOOPBACK_ORIGINS : []), ...embedOrigins].join(' ')
}

/**
 * The content security policy of a page. Pages that take `uploads` show pictures and recordings that are still in the browser alone.
 */
export function contentSecurityPolicy(
  config: Config,
  hosts: ThirdPartyHosts,
  page: { path: string; hashes: string[]; uploads?: boolean },
): string {
  return [
    "default-src 'self'",
    ['script-src', "'self'", ...hosts.script, ...page.hashes].join(' '),
    "style-src 'self'",
    "style-src-attr 'unsafe-inline'",
    `img-src 'self' data:${page.uploads ? ' blob:' : ''}`,
    ...(page.uploads ? ["media-src 'self' blob:"] : []),
    ['connect-src', "'self'", ...hosts.connect].join(' '),
    ['frame-src', "'self'", ...hosts.frame].join(' '),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    frameAncestors(config, page.path),
  ].join('; ')
}

/** What a page may use of the machine it is shown on; only those where pictures are taken may use the camera. `payment`: origins beside the own. */
export function permissionsPolicy({ camera = false, payment = [] as string[] } = {}): string {
  const payers = ['self', ...payment.map((origin) => JSON.stringify(origin))].join(' ')
  return `camera=(${camera ? 'self' : ''}), microphone=(), geolocation=(), payment=(${payers})`
}

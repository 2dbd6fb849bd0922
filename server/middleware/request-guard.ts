import type { Context, Hono, MiddlewareHandler } from 'hono'
import { TrieRouter } from 'hono/router/trie-router'
import { peerAddress } from '#app/platform/client-address.server.ts'
import { type Config, isLoopback } from '#app/platform/config.server.ts'
import { anyOrigin, embeddable } from '#app/platform/http/embeddable.server.ts'
import type { Problem } from '#app/shared/problem.ts'
import { fallbackPage } from './fallback-page.ts'

/** Headers that proxies, load balancers and CDNs add to requests. */
const FORWARDED =
  /^(?:forwarded|via|x-forwarded(?:-.+)?|x-real-ip|x-original-(?:host|url|for|forwarded-for)|x-(?:cluster-)?client-ip|x-envoy-.+|x-amzn?-.+|x-azure-.+|x-arr-.+|x-appengine-.+|true-client-ip|cdn-loop|(?:cf|fly|fastly|akamai)-.+)$/

function hostnameOf(origin: string): string | null {
  return URL.canParse(origin) ? new URL(origin).hostname : null
}

const isOfThisMachine = (address: string) => isLoopback(hostnameOf(address) ?? '')

/** What the server knows about the connection of a request; nothing in tests without a socket. */
type Connection = {
  incoming?: { httpVersion?: string; rawHeaders?: string[]; socket?: { remoteAddress?: string } }
}

/**
 * 400 for a request with two Host headers, as RFC 9112 (section 3.2) asks. Node reads the first, and a proxy before it
 * may have read the other.
 */
export const oneHost: MiddlewareHandler = async (context, next) => {
  const { rawHeaders = [] } = ((context.env ?? {}) as Connection).incoming ?? {}
  // Names and values alternate.
  const hosts = rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === 'host')
  if (hosts.length <= 1) return next()
  const message = 'A request must have exactly one Host header.'
  if (!context.req.path.startsWith('/api/')) return fallbackPage(400, { title: 'Bad request', sentence: message })
  return context.json({ code: 'two-hosts', message } satisfies Problem, 400)
}

/**
 * Whether the request came through a proxy. Then a header says so, or it uses HTTP/1.0 (nginx's default, unlike
 * browsers). Or it comes from another machine, or its page uses a different host name for this site than the request.
 */
function isPassedOn({ req, env }: Context): boolean {
  const headers = req.raw.headers
  if ([...headers.keys()].some((name) => FORWARDED.test(name))) return true
  const { incoming } = (env ?? {}) as Connection
  const peer = peerAddress(env)
  if (incoming?.httpVersion === '1.0' || (peer !== null && peer.range() !== 'loopback')) return true
  const referer = headers.get('referer')
  return headers.get('sec-fetch-site') === 'same-origin' && referer !== null && !isOfThisMachine(referer)
}

/**
 * Demo mode needs no sign-in, so only this machine may call it. Host and Origin are loopback, and no proxy is involved.
 * That blocks other sites' pages, DNS rebinding, and visitors behind a proxy.
 */
export function requestGuard(config: Config): MiddlewareHandler {
  return async (context, next) => {
    if (!config.demo) return next()
    const host = context.req.header('host')
    const origin = context.req.header('origin')
    const foreign = origin !== undefined && !isOfThisMachine(origin)
    if (!host || !isOfThisMachine(`http://${host}`) || foreign || isPassedOn(context)) {
      const message =
        'This site runs in demo mode and answers only its own computer. Set SITE_URL to its public address.'
      if (!context.req.path.startsWith('/api/'))
        return fallbackPage(403, { title: 'Only on its own computer', sentence: message })
      return context.json({ code: 'demo-mode', message } satisfies Problem, 403)
    }
    return next()
  }
}

const READS = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * CSRF guard of a live site. A write with a foreign `Origin` is refused with 403, API calls and forms alike. Sites of
 * `EMBED_ORIGINS` may call the routes marked as `embeddable`, and every site those of `anyOrigin`. Programs send no
 * origin and pass.
 */
export function foreignOriginGuard(
  { demo, siteUrl, embedOrigins }: Config,
  { routes }: Pick<Hono, 'routes'>,
): MiddlewareHandler {
  const marks = new TrieRouter<unknown>()
  for (const { method, path, handler } of routes) marks.add(method, path, handler)
  const isMarked = (mark: MiddlewareHandler, { method, path }: Context['req']) =>
    marks.match(method, path)[0].some(([handler]) => handler === mark)
  return async (context, next) => {
    const { method, path } = context.req
    const origin = context.req.header('origin')
    if (demo || READS.has(method) || origin === undefined || origin === siteUrl) return next()
    if (isMarked(anyOrigin, context.req)) return next()
    if (embedOrigins.includes(origin) && isMarked(embeddable, context.req)) return next()
    const message = 'This can only be done from a page on this site.'
    if (!path.startsWith('/api/')) return fallbackPage(403, { title: 'Not from here', sentence: message })
    return context.json({ code: 'foreign-origin', message } satisfies Problem, 403)
  }
}

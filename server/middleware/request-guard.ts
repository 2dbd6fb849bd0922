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

const isOfThisMachine = (address: string) => isLoopback(URL.parse(address)?.hostname ?? '')

/** The server's facts about the connection of a request; none in tests without a socket. */
type Connection = {
  incoming?: { httpVersion?: string; rawHeaders?: string[]; socket?: { remoteAddress?: string } }
}

/** Answers a request that is refused; null lets it pass. */
type RequestGuard = (context: Context) => Response | Promise<Response> | null

/** Refuses requests that one of the guards refuses. They are one step, because each step costs every request. */
export function guarded(...guards: RequestGuard[]): MiddlewareHandler {
  return async (context, next) => {
    for (const guard of guards) {
      const refusal = guard(context)
      if (refusal) return refusal
    }
    return next()
  }
}

/** The names of all headers as they came, in lowercase: twice if a header came twice. */
function headerNames({ req, env }: Context): string[] {
  const { rawHeaders } = ((env ?? {}) as Connection).incoming ?? {}
  if (!rawHeaders) return [...req.raw.headers.keys()]
  // Names and values alternate.
  return rawHeaders.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase())
}

/**
 * 400 for a request with two Host headers, as RFC 9112 (section 3.2) asks. Node reads the first, and a proxy before it
 * may have read the other.
 */
export const oneHost: RequestGuard = (context) => {
  if (headerNames(context).filter((name) => name === 'host').length <= 1) return null
  const message = 'A request must have exactly one Host header.'
  if (!context.req.path.startsWith('/api/')) return fallbackPage(400, { title: 'Bad request', sentence: message })
  return context.json({ code: 'two-hosts', message } satisfies Problem, 400)
}

/** 405 for TRACE: no page and no call has it, and a `Request` with it cannot be made. */
export const noTrace: RequestGuard = ({ req }) =>
  req.method === 'TRACE' ? new Response(null, { status: 405, headers: { allow: 'GET, HEAD, POST' } }) : null

/**
 * Whether the request came through a proxy. Then a header says so, or it uses HTTP/1.0 (nginx's default, unlike
 * browsers). Or it comes from another machine, or its page uses a different host name for this site than the request.
 */
function isPassedOn(context: Context): boolean {
  if (headerNames(context).some((name) => FORWARDED.test(name))) return true
  const { incoming } = (context.env ?? {}) as Connection
  const peer = peerAddress(context.env)
  if (incoming?.httpVersion === '1.0' || (peer !== null && peer.range() !== 'loopback')) return true
  const referer = context.req.header('referer')
  return context.req.header('sec-fetch-site') === 'same-origin' && referer !== undefined && !isOfThisMachine(referer)
}

/**
 * Demo mode needs no sign-in, so only this machine may call it. Host and Origin are loopback, and no proxy is involved.
 * That blocks other sites' pages, DNS rebinding, and visitors behind a proxy.
 */
export function demoGuard(config: Config): RequestGuard {
  return (context) => {
    if (!config.demo) return null
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
    return null
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
): RequestGuard {
  const marks = new TrieRouter<unknown>()
  for (const { method, path, handler } of routes) marks.add(method, path, handler)
  const isMarked = (mark: MiddlewareHandler, { method, path }: Context['req']) =>
    marks.match(method, path)[0].some(([handler]) => handler === mark)
  return (context) => {
    const { method, path } = context.req
    const origin = context.req.header('origin')
    if (demo || READS.has(method) || origin === undefined || origin === siteUrl) return null
    if (isMarked(anyOrigin, context.req)) return null
    if (embedOrigins.includes(origin) && isMarked(embeddable, context.req)) return null
    const message = 'This can only be done from a page on this site.'
    if (!path.startsWith('/api/')) return fallbackPage(403, { title: 'Not from here', sentence: message })
    return context.json({ code: 'foreign-origin', message } satisfies Problem, 403)
  }
}

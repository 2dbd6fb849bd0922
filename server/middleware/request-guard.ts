import type { Context, MiddlewareHandler } from 'hono'
import { TrieRouter } from 'hono/router/trie-router'
import { peerAddress } from '#app/platform/client-address.server.ts'
import { type Config, isLoopback } from '#app/platform/config.server.ts'
import type { Problem } from '#app/shared/problem.ts'
import { fallbackPage } from './fallback-page.ts'

/** What proxies, load balancers and content delivery networks add to a request that they pass on. */
const FORWARDED =
  /^(?:forwarded|via|x-forwarded(?:-.+)?|x-real-ip|x-original-(?:host|url|for|forwarded-for)|x-(?:cluster-)?client-ip|x-envoy-.+|x-amzn?-.+|x-azure-.+|x-arr-.+|x-appengine-.+|true-client-ip|cdn-loop|(?:cf|fly|fastly|akamai)-.+)$/

function hostnameOf(origin: string): string | null {
  return URL.canParse(origin) ? new URL(origin).hostname : null
}

const isOfThisMachine = (address: string) => isLoopback(hostnameOf(address) ?? '')

/** What the server knows of the connection that a request came by; nothing of it in tests without a socket. */
type Connection = { incoming?: { httpVersion?: string; socket?: { remoteAddress?: string } } }

/**
 * Whether somebody passed this request on: a header says so, it speaks HTTP/1.0 (which nginx does by default and browsers do
 * not), it comes from another machine, or from a page that knows this site by another name than the request does.
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
 * Demo mode answers without signing in, so only this machine may ask: the Host and Origin headers are loopback, and nobody
 * passed the request on. That keeps other sites' pages, rebound names, and visitors of a proxy away from the open calls.
 */
export function requestGuard(config: Config): MiddlewareHandler {
  return async (context, next) => {
    if (!config.demo) return next()
    const host = context.req.header('host')
    const origin = context.req.header('origin')
    const foreign = origin !== undefined && !isOfThisMachine(origin)
    if (!host || !isOfThisMachine(`http://${host}`) || foreign || isPassedOn(context)) {
      const message =
        'This site runs in demo mode and answers only its own machine. Set SITE_URL to its public address.'
      if (!context.req.path.startsWith('/api/'))
        return fallbackPage(403, { title: 'Only on its own machine', sentence: message })
      return context.json({ code: 'demo-mode', message } satisfies Problem, 403)
    }
    return next()
  }
}

/** What mail programs post with whatever origin; the secret in the path is all that it needs (RFC 8058). */
const ONE_CLICK = /^\/newsletter\/unsubscribe\/[\w-]+$/
const READS = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Cross-site request forgery guard of a live site: a write with a foreign `Origin` is refused with 403, API calls and forms
 * alike. Sites of `EMBED_ORIGINS` may call the `embeddable` paths. Programs name no origin and pass.
 */
export function foreignOriginGuard(
  { demo, siteUrl, embedOrigins }: Config,
  embeddable: readonly string[],
): MiddlewareHandler {
  const embeddablePaths = new TrieRouter<true>()
  for (const path of embeddable) embeddablePaths.add('ALL', path, true)
  const isEmbeddable = (path: string) => embeddablePaths.match('ALL', path)[0].length > 0
  return async (context, next) => {
    const { method, path } = context.req
    const origin = context.req.header('origin')
    if (demo || READS.has(method) || origin === undefined || origin === siteUrl) return next()
    if (method === 'POST' && ONE_CLICK.test(path)) return next()
    if (embedOrigins.includes(origin) && isEmbeddable(path)) return next()
    const message = 'This can only be done from a page of this site.'
    if (!path.startsWith('/api/')) return fallbackPage(403, { title: 'Not from here', sentence: message })
    return context.json({ code: 'foreign-origin', message } satisfies Problem, 403)
  }
}

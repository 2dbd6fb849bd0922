import type { MiddlewareHandler } from 'hono'
import { type Config, isLoopback } from '#app/platform/config.server.ts'
import type { Problem } from '#app/shared/problem.ts'
import { plainPage } from './plain-page.ts'

const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip']

function hostnameOf(origin: string): string | null {
  return URL.canParse(origin) ? new URL(origin).hostname : null
}

/**
 * Demo mode answers without signing in, so only this machine may ask (decision 7): the Host and Origin headers are loopback,
 * and nothing was forwarded. That keeps other sites' pages and rebound names away from the open calls.
 */
export function requestGuard(config: Config): MiddlewareHandler {
  return async (context, next) => {
    if (!config.demo) return next()
    const host = hostnameOf(`http://${context.req.header('host') ?? ''}`)
    const origin = context.req.header('origin')
    const foreign = origin !== undefined && !isLoopback(hostnameOf(origin) ?? '')
    if (!host || !isLoopback(host) || foreign || FORWARDED.some((name) => context.req.header(name) !== undefined)) {
      const message =
        'This site runs in demo mode and answers only its own machine. Set SITE_URL to its public address.'
      if (!context.req.path.startsWith('/api/')) return plainPage(403, 'Only on its own machine', message)
      return context.json({ code: 'demo-mode', message } satisfies Problem, 403)
    }
    return next()
  }
}

/** What pages of `EMBED_ORIGINS` may ask for that other pages may not (decision 24). */
const EMBED_CALLS = /^\/api\/(?:quotes|bookings|holds(?:\/[\w-]+)?)$/
/** What mail programs post with whatever origin; the secret in the path is all that it needs (RFC 8058). */
const ONE_CLICK = /^\/newsletter\/unsubscribe\/[\w-]+$/
const READS = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * On a live site nobody's browser is made to change or send something by a page of another site: whatever is no read and
 * names a foreign `Origin` is refused with 403, calls and posted forms alike. Programs name no origin and pass. A demo's
 * `requestGuard` lets in no page but this machine's.
 */
export function foreignOriginGuard({ demo, siteUrl, embedOrigins }: Config): MiddlewareHandler {
  return async (context, next) => {
    const { method, path } = context.req
    const origin = context.req.header('origin')
    if (demo || READS.has(method) || origin === undefined || origin === siteUrl) return next()
    if (method === 'POST' && ONE_CLICK.test(path)) return next()
    if (EMBED_CALLS.test(path) && embedOrigins.includes(origin)) return next()
    const message = 'This can only be done from a page of this site.'
    if (!path.startsWith('/api/')) return plainPage(403, 'Not from here', message)
    return context.json({ code: 'foreign-origin', message } satisfies Problem, 403)
  }
}

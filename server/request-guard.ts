import type { MiddlewareHandler } from 'hono'
import { type Config, isLoopback } from '#app/platform/config.server.ts'

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
      return context.json({ code: 'demo-mode', message }, 403)
    }
    return next()
  }
}

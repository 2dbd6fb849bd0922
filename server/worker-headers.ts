import type { MiddlewareHandler } from 'hono'

/** For the back office's service worker. Its own requests are held to its policy, which is that of no page otherwise. */
export const workerHeaders: MiddlewareHandler = async (context, next) => {
  await next()
  context.res.headers.set('cache-control', 'no-cache')
  context.res.headers.set('content-security-policy', "default-src 'self'")
}

import type { Hono, MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'
import { type Config, isLoopback } from '../config.server.ts'

/**
 * Marks paths that pages of `EMBED_ORIGINS` may call: `api.use(path, embeddable)`. The server handles CORS for them.
 */
export const embeddable: MiddlewareHandler = (_context, next) => next()

/** Marks a route that pages of any site may call: `api.post(path, anyOrigin, handler)`. */
export const anyOrigin: MiddlewareHandler = (_context, next) => next()

/** The paths that an app marks as `embeddable`. */
export function embeddablePaths({ routes }: Pick<Hono, 'routes'>): string[] {
  return routes.filter(({ handler }) => handler === embeddable).map(({ path }) => path)
}

/** CORS for embedding sites: those of `EMBED_ORIGINS`, and in demo mode every page of this machine. */
export function embedCors({ demo, embedOrigins }: Config): MiddlewareHandler {
  const isAllowed = (origin: string) =>
    embedOrigins.includes(origin) || (demo && URL.canParse(origin) && isLoopback(new URL(origin).hostname))
  return cors({
    origin: (origin) => (isAllowed(origin) ? origin : null),
    allowMethods: ['GET', 'POST', 'DELETE'],
    allowHeaders: ['Content-Type', 'Idempotency-Key'],
    exposeHeaders: ['Retry-After'],
    maxAge: 600,
  })
}

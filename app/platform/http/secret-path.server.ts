import type { Hono, MiddlewareHandler } from 'hono'

/** Marks a route whose path has a secret or an email address: `api.use(path, secretPath)`. A test compares it with the log. */
export const secretPath: MiddlewareHandler = (_context, next) => next()

/** The paths that an app marks as `secretPath`. */
export function secretPaths({ routes }: Pick<Hono, 'routes'>): string[] {
  return routes.filter(({ handler }) => handler === secretPath).map(({ path }) => path)
}

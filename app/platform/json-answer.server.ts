import type { z } from '@hono/zod-openapi'

/** A JSON answer of a route, for its `responses`. */
export function jsonAnswer<T extends z.ZodType>(schema: T, description: string) {
  return { description, content: { 'application/json': { schema } } }
}

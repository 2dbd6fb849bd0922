import { z } from '@hono/zod-openapi'
import type { $ZodObject, $ZodType, input, output } from 'zod/v4/core'
import { safeParse, toJSONSchema } from 'zod/v4/core'

/**
 * A schema written with `zod/mini`, which a form in the browser shares, as the body of a route: judged by that schema,
 * and described in the document as what it takes in. `name` is its name there.
 */
export function sharedBody<Schema extends $ZodObject>(name: string, schema: Schema) {
  const { $schema: _, ...input } = toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  // A field of a form is optional for zod where it may be left empty: the document names those that are refused when missing.
  const { shape } = schema._zod.def
  const required = Object.keys(shape).filter((key) => !safeParse(shape[key] as $ZodType, undefined).success)
  const described = { ...input, required }
  return z
    .unknown()
    .transform((body, context) => {
      const parsed = safeParse(schema, body)
      if (parsed.success) return parsed.data as output<Schema>
      for (const issue of parsed.error.issues) {
        context.issues.push({ code: 'custom', path: issue.path, message: issue.message, input: body })
      }
      return z.NEVER
    })
    .openapi(name, described as Parameters<z.ZodType['openapi']>[1]) as unknown as z.ZodType<
    output<Schema>,
    input<Schema>
  >
}

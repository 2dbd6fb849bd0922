import { OpenAPIHono, z } from '@hono/zod-openapi'
import type { Context, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { $ZodObject, $ZodType, input, output } from 'zod/v4/core'
import { safeParse, toJSONSchema } from 'zod/v4/core'
import { genericMessage, invalidInput, type Problem } from '#app/shared/problem.ts'

/** The maximum size of a JSON body, in bytes. */
export const MAX_BODY_BYTES = 1024 * 1024

// The validators of @hono/zod-openapi accept no parse options, so the generic messages are set for the whole process.
z.config({ customError: genericMessage })

const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i

async function tooLarge(context: Context): Promise<Response> {
  const problem: Problem = { code: 'too-large', message: 'That’s more than the 1 MB this call accepts.' }
  return context.json(problem, 413)
}

/** The problem of text with the character NUL, which no database stores. */
export const NUL_REFUSED: Problem = {
  code: 'nul-in-text',
  message: 'What you sent contains the character NUL, which can’t be stored. Remove it and try again.',
}

/** NUL as JSON writes it in a text: an odd number of backslashes begins it. */
const ESCAPED_NUL = /(?<!\\)(?:\\\\)*\\u0000/

const limitStream = bodyLimit({ maxSize: MAX_BODY_BYTES, onError: tooLarge })

/**
 * Goes first on every route with a JSON body (`middleware: jsonBody`). Answers 413 over `MAX_BODY_BYTES`, 415 for
 * another content type, 400 for invalid JSON or a text with NUL. Each is a `Problem`.
 */
export const jsonBody: MiddlewareHandler[] = [
  (context, next) => {
    const length = context.req.header('content-length')
    // If the body states its length, check that: opening it as a stream costs more than reading it.
    if (length === undefined || context.req.header('transfer-encoding')) return limitStream(context, next)
    return Number(length) > MAX_BODY_BYTES ? tooLarge(context) : next()
  },
  async (context, next) => {
    const problem: Problem = { code: 'not-json', message: 'The body of this call must be JSON.' }
    if (!JSON_TYPE.test(context.req.header('content-type') ?? '')) return context.json(problem, 415)
    try {
      await context.req.json()
    } catch {
      return context.json(problem, 400)
    }
    return ESCAPED_NUL.test(await context.req.text()) ? context.json(NUL_REFUSED, 400) : next()
  },
]

/** The schema of a `Problem`. */
export const problemSchema = z.object({
  code: z.string(),
  message: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
})

/** The description of each refused status, for the `responses` of a route. */
const PROBLEM_DESCRIPTIONS = {
  400: 'The input is invalid; `fields` has the messages',
  401: 'Only for signed-in operators',
  403: 'The request came from a page of another site',
  404: 'Not found',
  409: 'A conflict with the current state; `code` gives the reason',
  413: 'The body is too large',
  415: 'The body is not JSON',
  422: 'The idempotency key was used with another body',
  429: 'The rate limit of the address is reached; `Retry-After` is the number of seconds to wait',
  503: 'The database or the object storage is unavailable; retry in a moment',
} as const

type Refused = { description: string; content: { 'application/json': { schema: typeof problemSchema } } }

/** The refusals of a route, for its `responses`: each is a `Problem`. 503 applies to every route and is included. */
export function problemResponses<Status extends keyof typeof PROBLEM_DESCRIPTIONS>(
  ...statuses: Status[]
): Record<Status | 503, Refused> {
  const content = { 'application/json': { schema: problemSchema } }
  const responses = {} as Record<Status | 503, Refused>
  for (const status of [...statuses, 503] as const)
    responses[status] = { description: PROBLEM_DESCRIPTIONS[status], content }
  return responses
}

/** The `security` of a route for programs with a token. The name is declared by the document. */
export const tokenSecurity = [{ token: [] }]

/** A Hono app for API calls: input that fails its schema is answered 400 with messages by field. */
export function apiApp(): OpenAPIHono {
  return new OpenAPIHono({
    defaultHook: (result, context) => {
      if (!result.success) return context.json(invalidInput(result.error), 400)
    },
  })
}

/** A JSON response of a route, for its `responses`. */
export function jsonResponse<T extends z.ZodType>(schema: T, description: string) {
  return { description, content: { 'application/json': { schema } } }
}

/**
 * A `zod/mini` schema, shared with the browser, as the body or response of a route. The document describes its input.
 * `name` is its name there; `about` describes its fields further, so that the browser need not load descriptions.
 */
export function apiSchema<Schema extends $ZodObject>(
  name: string,
  schema: Schema,
  about: { [Field in keyof output<Schema>]?: { format?: string; description?: string } } = {},
) {
  const { $schema: _, ...described } = toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  for (const [field, more] of Object.entries(about)) Object.assign(described.properties?.[field] ?? {}, more)
  // For zod a form field is optional if it may be empty. The document lists the fields that are refused when missing.
  const { shape } = schema._zod.def
  const required = Object.keys(shape).filter((key) => !safeParse(shape[key] as $ZodType, undefined).success)
  return z
    .unknown()
    .pipe(schema)
    .openapi(name, { ...described, required } as Parameters<z.ZodType['openapi']>[1]) as unknown as z.ZodType<
    output<Schema>,
    input<Schema>
  >
}

import type { Problem } from '../problem.ts'

type ApiRequestOptions = {
  /** Makes a double press harmless: created when the form opens, and again after each success (docs/decisions/013). */
  idempotencyKey?: string
  signal?: AbortSignal
}

/**
 * Calls this site's API, with cookies. A body is sent as JSON; without one there is no content type. Returns a 2xx
 * response; throws `ApiError` for any other, and fetch's TypeError for a network error.
 */
export async function apiRequest(
  method: string,
  url: string,
  body?: unknown,
  options: ApiRequestOptions = {},
): Promise<Response> {
  const headers = new Headers({ Accept: 'application/json' })
  if (body !== undefined) headers.set('Content-Type', 'application/json')
  if (options.idempotencyKey) headers.set('Idempotency-Key', options.idempotencyKey)
  const response = await fetch(url, {
    method,
    headers,
    body: body === undefined ? undefined : JSON.stringify(body),
    credentials: 'include',
    signal: options.signal,
  })
  return throwIfNotOk(response)
}

/**
 * A response other than 2xx. The message is the status, a colon and a space, then the body's text. If the body is
 * empty, it is the status text. `body` is the parsed JSON refusal, or null for anything else (a proxy's page, for
 * example).
 */
export class ApiError extends Error {
  readonly status: number
  readonly body: Problem | null

  constructor(status: number, text: string) {
    super(`${status}: ${text}`)
    this.name = 'ApiError'
    this.status = status
    this.body = parseBody(text)
  }
}

/** Without zod, which would add 7 KB to pages that parse nothing else. */
function parseBody(text: string): Problem | null {
  try {
    const body: unknown = JSON.parse(text)
    return isErrorBody(body) ? body : null
  } catch {
    return null
  }
}

function isErrorBody(body: unknown): body is Problem {
  if (typeof body !== 'object' || body === null) return false
  const { code, message, fields }: { [Name in keyof Problem]?: unknown } = body
  const fieldsFit =
    fields === undefined ||
    (typeof fields === 'object' && fields !== null && Object.values(fields).every((text) => typeof text === 'string'))
  return typeof code === 'string' && typeof message === 'string' && fieldsFit
}

/** Returns a 2xx response; throws `ApiError` otherwise. */
export async function throwIfNotOk(response: Response): Promise<Response> {
  if (response.ok) return response
  throw new ApiError(response.status, (await response.text()) || response.statusText)
}

/** The message for people: the refusal's own, or `fallback` if it has none. */
export function messageFor(error: unknown, fallback: string): string {
  return (error instanceof ApiError && error.body?.message) || fallback
}

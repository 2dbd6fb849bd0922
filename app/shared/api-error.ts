/** The body of every API refusal; `fields` has a message per field. */
export type ApiErrorBody = { code: string; message: string; fields?: Record<string, string> }

/**
 * A response other than 2xx. The message is the status, a colon and a space, then the body's text, or the status text
 * if the body is empty. `body` is the parsed JSON refusal, or null for anything else (a proxy's page, for example).
 */
export class ApiError extends Error {
  readonly status: number
  readonly body: ApiErrorBody | null

  constructor(status: number, text: string) {
    super(`${status}: ${text}`)
    this.name = 'ApiError'
    this.status = status
    this.body = parseBody(text)
  }
}

function parseBody(text: string): ApiErrorBody | null {
  try {
    const body: unknown = JSON.parse(text)
    return isErrorBody(body) ? body : null
  } catch {
    return null
  }
}

function isErrorBody(body: unknown): body is ApiErrorBody {
  if (typeof body !== 'object' || body === null) return false
  const { code, message, fields } = body as Record<string, unknown>
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

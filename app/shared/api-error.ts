/** The body of every refusal of this site's calls; `fields` says per field what to mend. */
export type ApiErrorBody = { code: string; message: string; fields?: Record<string, string> }

/**
 * A call that was answered with anything but 2xx. The message is the status, a colon and
 * a space, then the body's text, or the status text where the body is empty. `body` is the parsed JSON refusal, or null
 * where the answer was something else (a proxy's page, say).
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

/** Returns the answer if it is 2xx; throws `ApiError` otherwise. */
export async function throwIfNotOk(response: Response): Promise<Response> {
  if (response.ok) return response
  throw new ApiError(response.status, (await response.text()) || response.statusText)
}

/** What to tell a person: the refusal's own message, or `fallback` for anything without one. */
export function messageFor(error: unknown, fallback: string): string {
  return (error instanceof ApiError && error.body?.message) || fallback
}

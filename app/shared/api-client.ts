import { throwIfNotOk } from './api-error.ts'

export type ApiRequestOptions = {
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

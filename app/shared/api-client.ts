import { throwIfNotOk } from './api-error.ts'

export type ApiRequestOptions = {
  /** Makes pressing twice harmless: made when the form opens, and anew after each success (docs/decisions/013). */
  idempotencyKey?: string
  signal?: AbortSignal
}

/**
 * A call of this site's API, cookies included. A body is sent as JSON, and only then is there a content type.
 * Returns the response of a 2xx answer; throws `ApiError` for any other, and fetch's TypeError when nothing answered.
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

import { setTimeout as wait } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import { StorageUnavailable } from './storage.server.ts'

/** The address and credentials of an S3-compatible store. */
export type S3Account = {
  /**
   * `https://s3.eu-central-1.amazonaws.com`, `https://storage.googleapis.com`, ...; a path before the bucket is kept.
   */
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

/** The store refused a call for good. The message contains no key and no signature. */
export class S3Error extends Error {
  override name = 'S3Error'
  readonly status: number
  constructor(message: string, status: number) {
    super(message)
    this.status = status
  }
}

/** One call to the bucket. `key` is that of an object, or a query that begins with `?`. */
export type S3Call = {
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE'
  key: string
  body?: Uint8Array
  headers?: Record<string, string>
}

/** Statuses worth a retry; others are permanent. */
const AGAIN = new Set([408, 429, 500, 502, 503, 504])
const ATTEMPTS = 3
/** No connection could be made: the same for every call. */
const UNREACHABLE = /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)$/
const BROKEN_UPLOADS = 3

/** How long calls may take, in milliseconds. The defaults are in `s3Requests`. */
export type S3Limits = {
  /** For a whole transfer: all attempts, and the body of the answer. */
  limitMs?: number
  /** The first pause between attempts. */
  pauseMs?: number
  /** How long a store that did not answer is not called. */
  restMs?: number
}

/**
 * Signed, path-style calls to one bucket. Transient failures are retried, three attempts in total. The limit for
 * everything, down to the last byte of the answer, is `limitMs` (30 s). After a call without an answer, or with a
 * temporary 5xx, the others fail at once (circuit breaker). They do until `restMs` (5 s) have passed and a trial call
 * was answered. Only one caller waits for a silent store. An upload may be slow, or its connection may break, because
 * of its size. That says nothing about the store, and other calls go on. Three such uploads without any answer between
 * them do.
 */
export function s3Requests(account: S3Account, limits: S3Limits = {}) {
  const { limitMs = 30_000, pauseMs = 200, restMs = 5000 } = limits
  const { accessKeyId, secretAccessKey, region, bucket } = account
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 0 })
  const base = `${account.endpoint.replace(/(?<!\/)\/+$/, '')}/${bucket}`
  /** Why other calls fail at once. */
  let silence: { error: unknown } | null = null
  let askAgainAt = 0
  let brokenUploads = 0

  function rest(error: unknown) {
    silence = { error }
    askAgainAt = performance.now() + restMs
  }

  async function once({ method, key, body, headers }: S3Call, deadline: AbortSignal): Promise<Response> {
    const signed = await client.sign(`${base}/${key}`, { method, headers })
    const stop = new AbortController()
    // Only an upload may need the whole time before the answer starts.
    const timer = setTimeout(() => stop.abort(new DOMException('', 'TimeoutError')), limitMs / (body ? 1 : ATTEMPTS))
    try {
      // Not a `Request` with a signal: its reference to the signal is weak and can be garbage collected.
      return await fetch(signed.url, {
        method,
        body: body as Uint8Array<ArrayBuffer> | undefined,
        headers: signed.headers,
        redirect: 'manual',
        signal: AbortSignal.any([stop.signal, deadline]),
      })
    } finally {
      clearTimeout(timer)
    }
  }

  async function inTries(call: S3Call, deadline: AbortSignal): Promise<Response> {
    for (let attempt = 1; ; attempt += 1) {
      const last = attempt === ATTEMPTS
      try {
        const response = await once(call, deadline)
        if (last || !AGAIN.has(response.status)) return response
        await response.body?.cancel()
      } catch (error) {
        if (last || deadline.aborted) throw error
      }
      await wait(pauseMs * 2 ** (attempt - 1) * (0.5 + Math.random() / 2), undefined, { signal: deadline })
    }
  }

  return async function request(call: S3Call): Promise<Response> {
    if (silence && performance.now() < askAgainAt) throw unanswered(account, call, silence.error)
    if (!call.body) askAgainAt = performance.now() + limitMs
    try {
      const response = await inTries(call, AbortSignal.timeout(limitMs))
      brokenUploads = 0
      if (response.status >= 500 && AGAIN.has(response.status)) rest(new Error(`it answered ${response.status}`))
      else silence = null
      return response
    } catch (error) {
      if (call.body && !isTimeout(error)) brokenUploads += 1
      if (!call.body || UNREACHABLE.test(causeOf(error).code ?? '') || brokenUploads >= BROKEN_UPLOADS) rest(error)
      throw unanswered(account, call, error)
    }
  }
}

/** `key` may be a query string, which addresses the bucket itself. */
const wordsOf = ({ method, key }: S3Call) => (key.startsWith('?') ? method : `${method} ${key}`)

/** All aborts here are timeouts; a timer of `wait` adds that as the cause. */
const isTimeout = (error: unknown) => causeOf(error).name === 'TimeoutError'

const causeOf = (error: unknown) =>
  (error instanceof Error && error.cause instanceof Error ? error.cause : error) as NodeJS.ErrnoException

/** The error of a call without an answer, or with a truncated one. */
export function unanswered({ endpoint }: S3Account, call: S3Call, error: unknown): StorageUnavailable {
  const { code, message, name } = causeOf(error)
  const { host } = new URL(endpoint)
  const reason = name === 'TimeoutError' ? 'no answer in time' : (code ?? message)
  const words = `The object storage at ${host} did not answer ${wordsOf(call)}: ${reason}`
  return new StorageUnavailable(words, { cause: error })
}

/**
 * The error of a refusing answer, with the store's own code (`NoSuchBucket`, `SignatureDoesNotMatch`). Reads the answer
 * to its end.
 */
export async function refusalOf(
  account: S3Account,
  call: S3Call,
  response: Response,
): Promise<S3Error | StorageUnavailable> {
  const text = await response.text().catch(() => '')
  const code = /<Code>(\w{1,60})<\/Code>/.exec(text)?.[1] ?? ''
  const { host } = new URL(account.endpoint)
  const words = `The object storage at ${host} refused ${wordsOf(call)}: ${response.status} ${code}`.trimEnd()
  return AGAIN.has(response.status) ? new StorageUnavailable(words) : new S3Error(words, response.status)
}

import { setTimeout as wait } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'

/** Where an S3-compatible store is, and who we are there. */
export type S3Account = {
  /** `https://s3.eu-central-1.amazonaws.com`, `https://storage.googleapis.com`, ...; a path in front of the bucket is kept. */
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

/** What a store answered that it should not have, or that it did not answer. Its message names no key and no signature. */
export class S3Error extends Error {
  /** The HTTP status; null when there was no answer. */
  readonly status: number | null
  constructor(message: string, options: { status: number | null; cause?: unknown }) {
    super(message, { cause: options.cause })
    this.name = 'S3Error'
    this.status = options.status
  }
}

type Call = {
  method: 'GET' | 'HEAD' | 'PUT' | 'DELETE'
  key: string
  body?: Uint8Array
  headers?: Record<string, string>
}

/** Statuses that another try may change; the others stay what they are. */
const AGAIN = new Set([408, 429, 500, 502, 503, 504])
const ATTEMPTS = 3

/**
 * Signed calls to one bucket, addressed by path. Calls that failed by chance are made again, three times in all. An answer is
 * waited for `limitMs` milliseconds, from the first byte sent to the headers; `pauseMs` is the first pause between tries.
 */
export function s3Requests(account: S3Account, options: { limitMs?: number; pauseMs?: number } = {}) {
  const { limitMs = 30_000, pauseMs = 200 } = options
  const { accessKeyId, secretAccessKey, region, bucket } = account
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 0 })
  const base = `${account.endpoint.replace(/\/+$/, '')}/${bucket}`

  async function once({ method, key, body, headers }: Call): Promise<Response> {
    const stop = new AbortController()
    const timer = setTimeout(() => stop.abort(new Error(`no answer within ${limitMs} ms`)), limitMs)
    try {
      return await client.fetch(`${base}/${key}`, {
        method,
        body: body as Uint8Array<ArrayBuffer> | undefined,
        headers,
        redirect: 'manual',
        signal: stop.signal,
      })
    } finally {
      clearTimeout(timer)
    }
  }

  return async function request(call: Call): Promise<Response> {
    for (let attempt = 1; ; attempt += 1) {
      const last = attempt === ATTEMPTS
      try {
        const response = await once(call)
        if (last || !AGAIN.has(response.status)) return response
        await response.body?.cancel()
      } catch (error) {
        if (last) throw unanswered(account, call, error)
      }
      await wait(pauseMs * 2 ** (attempt - 1) * (0.5 + Math.random() / 2))
    }
  }
}

/** `key` may be a query, which asks for the bucket itself. */
const wordsOf = ({ method, key }: Call) => (key.startsWith('?') ? method : `${method} ${key}`)

function unanswered({ endpoint }: S3Account, call: Call, error: unknown): S3Error {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const { code, message } = cause as NodeJS.ErrnoException
  const { host } = new URL(endpoint)
  const words = `The object storage at ${host} did not answer ${wordsOf(call)}: ${code ?? message}`
  return new S3Error(words, { status: null, cause: error })
}

/** The error of an answer that says no, with the store's own code (`NoSuchBucket`, `SignatureDoesNotMatch`). Reads the answer to its end. */
export async function refusalOf(account: S3Account, call: Call, response: Response): Promise<S3Error> {
  const text = await response.text().catch(() => '')
  const code = /<Code>(\w{1,60})<\/Code>/.exec(text)?.[1] ?? ''
  const { host } = new URL(account.endpoint)
  const words = `The object storage at ${host} refused ${wordsOf(call)}: ${response.status} ${code}`
  return new S3Error(words.trimEnd(), { status: response.status })
}

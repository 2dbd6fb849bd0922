import { createHash } from 'node:crypto'
import {
  refusalOf,
  type S3Account,
  type S3Call,
  S3Error,
  type S3Limits,
  s3Requests,
  unanswered,
} from './s3-request.server.ts'
import { requireStorageKey, type Storage, StorageUnavailable } from './storage.server.ts'

/**
 * A storage in a bucket of any S3-compatible store (Amazon, Google's S3 interface, MinIO, ...). Length and SHA-256 are
 * sent along, so the store accepts an object whole or not at all. The account needs permission to list the bucket,
 * because otherwise Amazon answers 403 for missing objects. Throws `S3Error` or `StorageUnavailable`.
 */
export function openS3Storage(account: S3Account, limits?: S3Limits): Storage {
  const request = s3Requests(account, limits)

  /** Null for a missing object. */
  async function ask(call: S3Call): Promise<Response | null> {
    requireStorageKey(call.key)
    const response = await request(call)
    if (response.ok) return response
    const refusal = await refusalOf(account, call, response)
    if (response.status === 404 && !refusal.message.endsWith('NoSuchBucket')) return null
    throw refusal
  }

  return {
    async put(key, bytes) {
      requireStorageKey(key)
      const headers = { 'x-amz-content-sha256': createHash('sha256').update(bytes).digest('hex') }
      const stored = await ask({ method: 'PUT', key, body: bytes, headers })
      if (!stored) throw new S3Error(`The object storage refused PUT ${key}: 404`, 404)
      await stored.body?.cancel()
    },
    async get(key) {
      const found = await ask({ method: 'HEAD', key })
      if (!found) return null
      const size = Number(found.headers.get('content-length'))
      const call = { method: 'GET', key } as const
      const broken = (error: unknown) => unanswered(account, call, error)
      return { size, stream: () => streamLater(() => ask(call), broken) }
    },
    async delete(key) {
      const response = await ask({ method: 'DELETE', key })
      await response?.body?.cancel()
    },
  }
}

/**
 * Opens the object on the first read, and closes it when the reader stops. `broken` creates the error of a truncated
 * object.
 */
function streamLater(
  open: () => Promise<Response | null>,
  broken: (error: unknown) => Error,
): ReadableStream<Uint8Array> {
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined
  async function start() {
    const response = await open()
    if (!response?.body) throw new Error('the object was deleted before it was read')
    return response.body.getReader()
  }
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        reader ??= await start()
        const { done, value } = await reader.read().catch((error: unknown) => {
          throw broken(error)
        })
        if (done) controller.close()
        else controller.enqueue(value)
      },
      cancel: (reason) => reader?.cancel(reason),
    },
    { highWaterMark: 0 },
  )
}

/**
 * Lists one object, which every account with access may do. Null when the bucket is usable, else the error.
 */
export async function checkS3(account: S3Account, limits?: S3Limits): Promise<S3Error | StorageUnavailable | null> {
  const call = { method: 'GET', key: '?list-type=2&max-keys=1' } as const
  try {
    const response = await s3Requests(account, limits)(call)
    if (!response.ok) return await refusalOf(account, call, response)
    await response.body?.cancel()
    return null
  } catch (error) {
    if (error instanceof S3Error || error instanceof StorageUnavailable) return error
    throw error
  }
}

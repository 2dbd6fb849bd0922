import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { refusalOf, type S3Account, type S3Call, s3Requests } from '#app/platform/storage/s3-request.server.ts'
import type { BackupStore } from './backup-store.ts'
import { BackupRefused } from './manifest.ts'

/** A store takes at most 10,000 pieces: 160 GB. */
const PIECE = 16 * 1024 * 1024
const LIMIT_MS = 10 * 60_000

/** One call that succeeds, or throws. */
type Ask = (call: S3Call) => Promise<Response>

/**
 * Backups in a bucket of any S3-compatible store. One is uploaded in pieces, each with its SHA-256, and appears only
 * when all have arrived.
 */
export function openBackupBucket(account: S3Account, folder: string): BackupStore {
  const request = s3Requests(account, { limitMs: LIMIT_MS })
  const keyOf = (name: string) => (folder ? `${folder}/${name}` : name)

  const ask: Ask = async (call) => {
    const body = call.body && { 'x-amz-content-sha256': createHash('sha256').update(call.body).digest('hex') }
    const response = await request({ ...call, headers: { ...call.headers, ...body } }).catch(inWords)
    return response.ok ? response : inWords(await refusalOf(account, call, response))
  }

  async function* read(key: string) {
    const head = await ask({ method: 'HEAD', key })
    const size = Number(head.headers.get('content-length'))
    for (let from = 0; from < size; from += PIECE) {
      const range = `bytes=${from}-${Math.min(from + PIECE, size) - 1}`
      yield Buffer.from(await (await ask({ method: 'GET', key, headers: { range } })).arrayBuffer())
    }
  }

  const remove = async (name: string) => void (await (await ask({ method: 'DELETE', key: keyOf(name) })).body?.cancel())
  return {
    place: `s3://${account.bucket}/${folder}`,
    async list() {
      const prefix = keyOf('')
      const found: { name: string; bytes: number }[] = []
      for (let after = ''; ; ) {
        const query = new URLSearchParams({ 'list-type': '2', prefix, 'start-after': after })
        const text = await (await ask({ method: 'GET', key: `?${query}` })).text()
        const objects = text.match(/<Contents>.*?<\/Contents>/gs) ?? []
        for (const object of objects) {
          after = textOf(object, 'Key')
          found.push({ name: after.slice(prefix.length), bytes: Number(textOf(object, 'Size')) })
        }
        if (textOf(text, 'IsTruncated') !== 'true') return found
      }
    },
    async write(name, content, check) {
      const bytes = await upload(ask, keyOf(name), content)
      try {
        await check(Readable.from(read(keyOf(name))))
        return bytes
      } catch (error) {
        await remove(name)
        throw error
      }
    },
    read: (name) => Readable.from(read(keyOf(name))),
    delete: remove,
  }
}

/** An upload that breaks off is aborted, so that the store keeps nothing of it. Returns the size in bytes. */
async function upload(ask: Ask, key: string, content: Readable): Promise<number> {
  const begun = await (await ask({ method: 'POST', key: `${key}?uploads=` })).text()
  const upload = `uploadId=${encodeURIComponent(textOf(begun, 'UploadId'))}`
  try {
    let bytes = 0
    const tags: string[] = []
    for await (const body of piecesOf(content)) {
      const stored = await ask({ method: 'PUT', key: `${key}?partNumber=${tags.length + 1}&${upload}`, body })
      await stored.body?.cancel()
      bytes += body.length
      tags.push(stored.headers.get('etag') ?? '')
    }
    const parts = tags.map((tag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${tag}</ETag></Part>`)
    const body = Buffer.from(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`)
    const done = await (await ask({ method: 'POST', key: `${key}?${upload}`, body })).text()
    // The status is sent before the pieces are put together.
    if (done.includes('<Error>')) throw new Error(`the object storage refused the backup: ${textOf(done, 'Code')}`)
    return bytes
  } catch (error) {
    await ask({ method: 'DELETE', key: `${key}?${upload}` }).catch(() => {})
    throw error
  }
}

async function* piecesOf(content: Readable): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = []
  let size = 0
  for await (const chunk of content) {
    waiting.push(chunk)
    size += chunk.length
    if (size < PIECE) continue
    yield Buffer.concat(waiting)
    waiting = []
    size = 0
  }
  if (size > 0) yield Buffer.concat(waiting)
}

/** The store's answer is a sentence already. */
function inWords(error: Error): never {
  throw new BackupRefused(`${error.message}.`, { cause: error })
}

/** The text of the first such element. Keys of backups need no unescaping. */
const textOf = (xml: string, name: string) => new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? ''

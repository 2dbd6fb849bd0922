import { once } from 'node:events'
import { open } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy'
import { MAX_UPLOAD_BYTES } from './accepted-images.ts'
import { refuseUpload, type UploadRefusal } from './upload-refusals.ts'

const FIELD = 'file'
// A refused upload is still read to its end, up to this size. A browser that is cut off while sending shows no
// response.
const MOST_READ = 5 * MAX_UPLOAD_BYTES
const LIMITS = { fileSize: MAX_UPLOAD_BYTES + 1, fields: 20, fieldNameSize: 100, fieldSize: 10_000, headerPairs: 50 }

type Received = { ok: true; bytes: number } | UploadRefusal

/**
 * Streams the one file of a form to `to`, never whole in memory. The caller deletes `to`, whatever the result.
 * Throws when the file cannot be written.
 */
export async function receiveUpload(
  request: { headers: Headers; body: ReadableStream<Uint8Array> | null },
  { to, stallMs }: { to: string; stallMs: number },
): Promise<Received> {
  const form = openForm(request.headers.get('content-type') ?? '')
  if (!form || !request.body) return refuseUpload('not-multipart')
  if (Number(request.headers.get('content-length')) > MOST_READ) return refuseUpload('too-large')

  const found = watchForm(form, to)
  const reader = request.body.getReader()
  let read = 0
  let refusal: UploadRefusal | null = null
  while (true) {
    const next = await withTimeout(reader.read(), stallMs).catch(() => null)
    if (next === 'late') refusal ??= refuseUpload('upload-stalled')
    if (next === null) refusal ??= refuseUpload('broken-form')
    if (next === 'late' || next === null || next.done) break
    read += next.value.byteLength
    if (read > MOST_READ) refusal = refuseUpload('too-large')
    if (read > MOST_READ) break
    if (refusal) continue
    const isWritten = await found.write(next.value)
    refusal = isWritten ? found.refusal() : refuseUpload('broken-form')
  }
  const ended = refusal === null && (await found.end())
  await found.leave()
  if (refusal) return refusal
  return ended ? (found.refusal() ?? found.outcome()) : refuseUpload('broken-form')
}

function openForm(contentType: string): BusboyInstance | null {
  if (!/^multipart\/form-data\s*;/i.test(contentType)) return null
  try {
    return new Busboy({ headers: { 'content-type': contentType }, limits: LIMITS })
  } catch {
    return null
  }
}

/** The content of the form. None of it throws before `leave`, so that the body can be read to its end. */
function watchForm(form: BusboyInstance, to: string) {
  const finished = once(form, 'finish').then(
    () => true,
    () => false,
  )
  const streams: BusboyFileStream[] = []
  let own: Promise<void> | undefined
  let bytes = 0
  let unnamed = false
  let wrongField = false
  let failure: unknown

  async function save(stream: BusboyFileStream) {
    const handle = await open(to, 'wx', 0o600)
    try {
      for await (const chunk of stream) {
        bytes += chunk.length
        if (bytes <= MAX_UPLOAD_BYTES) await handle.writeFile(chunk)
      }
    } finally {
      await handle.close()
    }
  }

  form.on('file', (field: string, stream: BusboyFileStream, name: string | undefined) => {
    streams.push(stream)
    stream.on('error', () => {})
    if (streams.length > 1) return stream.resume()
    unnamed = !name
    wrongField = field !== FIELD
    own = save(stream).catch((error) => {
      // Without a reader the form would wait forever.
      if (!stream.errored && !stream.destroyed) stream.resume()
      if (isOfDisk(error)) failure = error
    })
  })

  return {
    write: (chunk: Uint8Array) => Promise.race([finished, write(form, chunk)]),
    async end() {
      form.end()
      return finished
    },
    /** The result known before the end. */
    refusal(): UploadRefusal | null {
      if (streams.length > 1) return refuseUpload('one-file')
      return bytes > MAX_UPLOAD_BYTES ? refuseUpload('too-large') : null
    },
    outcome(): Received {
      if (streams.length === 0 || (unnamed && bytes === 0)) return refuseUpload('no-file')
      if (wrongField) return refuseUpload('wrong-field')
      return { ok: true, bytes }
    },
    /** Waits until the file is closed. Throws any write error. */
    async leave() {
      if (!form.destroyed && (await withTimeout(finished, 0)) === 'late') for (const stream of streams) stream.destroy()
      await own
      if (failure) throw failure
    },
  }
}

function write(form: BusboyInstance, chunk: Uint8Array): Promise<boolean> {
  const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
  return new Promise((resolve) => form.write(bytes, (error) => resolve(!error)))
}

function isOfDisk(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error
}

async function withTimeout<T>(work: Promise<T>, ms: number): Promise<T | 'late'> {
  const timer = new AbortController()
  const late = wait(ms, 'late' as const, { signal: timer.signal }).catch(() => 'late' as const)
  try {
    return await Promise.race([work, late])
  } finally {
    timer.abort()
  }
}

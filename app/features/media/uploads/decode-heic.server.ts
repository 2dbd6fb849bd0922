import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { PROJECT_ROOT } from '#app/platform/project-root.server.ts'
import { MAX_PIXELS } from './upload-refusals.ts'

/** The input of the thread, and its answer. `null` is a file that it cannot read. */
export type ToThread = { file: string; maxPixels: number; maxMemory: number }
export type FromThread = 'loaded' | DecodedHeic | null

/** Upright, three bytes a pixel, in the colors of the file's profile. */
type DecodedHeic = { width: number; height: number; pixels: Uint8Array<ArrayBuffer> }

/** Node runs it from source: the build does not emit a worker. */
const program = path.join(PROJECT_ROOT, 'app/features/media/uploads/decode-heic-worker.server.ts')
const START_MS = 30_000

/** 48 megapixels need 340 MB of the decoder's memory, and 4 seconds. */
const LIMITS = { program, decodeMs: 30_000, memory: 512 * 1024 * 1024 }
export type HeicLimits = typeof LIMITS

/**
 * Decodes a HEIC file in a thread of its own: a hostile one can take minutes or all memory.
 * Null if it is broken or too much. Throws if the thread cannot start, such as during an upgrade.
 */
export function decodeHeic(file: string, limits: Partial<HeicLimits> = {}): Promise<DecodedHeic | null> {
  const { program, decodeMs, memory } = { ...LIMITS, ...limits }
  const worker = new Worker(program, {
    workerData: { file, maxPixels: MAX_PIXELS, maxMemory: memory } satisfies ToThread,
    execArgv: [],
    // The decoder writes the problem of a file there.
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 16 },
  })
  let isLoaded = false
  let timer: NodeJS.Timeout | undefined
  return new Promise<DecodedHeic | null>((resolve, reject) => {
    const end = (error: Error) => (isLoaded ? resolve(null) : reject(error))
    const late = () => end(new Error('The thread that decodes photos does not start'))
    timer = setTimeout(late, START_MS)
    worker.on('message', (message: FromThread) => {
      if (message !== 'loaded') return resolve(message)
      isLoaded = true
      clearTimeout(timer)
      timer = setTimeout(late, decodeMs)
    })
    worker.on('error', end)
    worker.on('exit', (code) => end(new Error(`The thread that decodes photos ended with ${code}`)))
  }).finally(() => {
    clearTimeout(timer)
    return worker.terminate()
  })
}

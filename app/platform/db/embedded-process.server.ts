import path from 'node:path'
import type { Duplex } from 'node:stream'
import { Worker } from 'node:worker_threads'
import { PROJECT_ROOT } from '../project-root.server.ts'

/** Where the embedded database is stored: a directory, or (tests only) memory, loaded from a dump or empty. */
export type EmbeddedSource = { directory: string } | { dump: Uint8Array<ArrayBuffer> | null }

/**
 * `protocol` carries complete PostgreSQL wire messages up to a Sync or a simple Query; `reset` clears the session
 * state.
 */
export type EmbeddedRequest = { kind: 'protocol'; bytes: Uint8Array } | { kind: 'reset' | 'dump' | 'close' }
export type EmbeddedReply = { bytes: Uint8Array } | { error: string }

type Waiting = { resolve: (bytes: Uint8Array) => void; reject: (error: Error) => void }

const START_LIMIT = 120_000
const CLOSE_LIMIT = 20_000
/** Node runs it from source: the build does not emit a worker. */
const workerFile = path.join(PROJECT_ROOT, 'app/platform/db/embedded-worker.server.ts')

/**
 * One worker thread that runs the embedded database. Requests are answered in order. A request without an answer within
 * `answerLimit` milliseconds (an endless statement, or a full disk, on which PGlite spins forever) terminates the
 * thread, because nothing else can stop it. All open requests are then rejected and `ended` resolves.
 */
export class EmbeddedProcess {
  /** Resolves when the database is open; rejects with the reason when it cannot be opened. */
  readonly ready: Promise<unknown>
  /** Resolves once the thread has ended. Only then may a new one start. */
  readonly ended: Promise<unknown>
  /** The open connections. They are destroyed with the thread: a transaction must never continue in the next one. */
  readonly connections = new Set<Duplex>()
  #worker: Worker
  #answerLimit: number
  #waiting: Waiting[] = []
  #timer: NodeJS.Timeout | undefined
  #failure: Error | undefined

  constructor(source: EmbeddedSource, answerLimit: number) {
    this.#answerLimit = answerLimit
    this.#worker = new Worker(workerFile, {
      workerData: source,
      execArgv: [],
      resourceLimits: { maxYoungGenerationSizeMb: 16 },
    })
    this.ready = new Promise((resolve, reject) => this.#waiting.push({ resolve, reject }))
    this.ready.catch(() => {})
    this.#watch(START_LIMIT)
    this.#worker.on('message', (reply: EmbeddedReply) => this.#answer(reply))
    this.#worker.on('error', (error) => this.#fail(error))
    this.ended = new Promise((resolve) => this.#worker.once('exit', resolve))
    this.#worker.once('exit', (code) => this.#fail(new Error(`The embedded database stopped (exit ${code}).`)))
  }

  /** True from the first failure on: the thread is ending or has ended. */
  get failed(): boolean {
    return this.#failure !== undefined
  }

  send(request: EmbeddedRequest, limit: number = this.#answerLimit): Promise<Uint8Array> {
    if (this.#failure) return Promise.reject(this.#failure)
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject })
      if (this.#waiting.length === 1) this.#watch(limit)
      this.#worker.postMessage(request)
    })
  }

  /** Flushes everything, closes the database and ends the thread. */
  async close(): Promise<void> {
    await this.send({ kind: 'close' }, CLOSE_LIMIT).catch(() => {})
    this.#fail(new Error('The embedded database was closed.'))
    await this.ended
  }

  #answer(reply: EmbeddedReply) {
    clearTimeout(this.#timer)
    const waiting = this.#waiting.shift()
    if (this.#waiting.length > 0) this.#watch(this.#answerLimit)
    if ('error' in reply) waiting?.reject(new Error(reply.error))
    else waiting?.resolve(reply.bytes)
  }

  #watch(limit: number) {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#fail(noAnswer(limit)), limit)
  }

  #fail(error: Error) {
    if (this.#failure) return
    this.#failure = error
    clearTimeout(this.#timer)
    for (const waiting of this.#waiting.splice(0)) waiting.reject(error)
    for (const connection of this.connections) connection.destroy(error)
    void this.#worker.terminate()
  }
}

function noAnswer(limit: number): Error {
  const message = `The embedded database gave no answer for ${limit / 1000} s; it was ended and is opened again.`
  // The code of a PostgreSQL server for a statement canceled by a timeout.
  return Object.assign(new Error(message), { code: '57014' })
}

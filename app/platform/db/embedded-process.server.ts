import path from 'node:path'
import type { Duplex } from 'node:stream'
import { Worker } from 'node:worker_threads'
import { PROJECT_ROOT } from '../project-root.server.ts'
import type { EmbeddedRequest } from './embedded-answer.server.ts'

/** After `error`, the database cannot go on. */
export type EmbeddedReply = { bytes: Uint8Array } | { error: string; code?: string | undefined }

type Waiting = { resolve: (bytes: Uint8Array) => void; reject: (error: Error) => void }

const START_LIMIT = 120_000
const CLOSE_LIMIT = 20_000
/** Node runs it from source: the build does not emit a worker. */
const workerFile = path.join(PROJECT_ROOT, 'app/platform/db/embedded-worker.server.ts')

/**
 * One worker thread that runs the embedded database. Requests are answered in order. A request without an answer within
 * `answerLimit` milliseconds (an endless statement) terminates the thread, because nothing else can stop it. So does an
 * answer after which PGlite is silent, such as the PANIC of a checkpoint on a full disk. All open requests are then
 * rejected and `ended` resolves.
 */
export class EmbeddedProcess {
  /** Resolves when the database is open; rejects with the reason when it cannot be opened. */
  readonly ready: Promise<unknown>
  /** Resolves with the reason once the thread has ended. Only then may a new one start. */
  readonly ended: Promise<Error>
  /** The open connections. They are destroyed with the thread: a transaction must never continue in the next one. */
  readonly connections = new Set<Duplex>()
  #worker: Worker
  #answerLimit: number
  #waiting: Waiting[] = []
  #timer: NodeJS.Timeout | undefined
  #failure: Error | undefined
  #isOpen = false

  constructor(directory: string, answerLimit: number) {
    this.#answerLimit = answerLimit
    this.#worker = new Worker(workerFile, {
      workerData: directory,
      execArgv: [],
      resourceLimits: { maxYoungGenerationSizeMb: 16 },
    })
    this.ready = new Promise((resolve, reject) => this.#waiting.push({ resolve, reject }))
    this.ready.catch(() => {})
    this.#watch(START_LIMIT)
    this.#worker.on('message', (reply: EmbeddedReply) => this.#answer(reply))
    this.#worker.on('error', (error) => this.#fail(embeddedStopped(error.message)))
    this.ended = new Promise((resolve) =>
      this.#worker.once('exit', (code) => resolve(this.#fail(embeddedStopped(`exit ${code}`)))),
    )
  }

  /** True from the moment the database is open, also after a failure. */
  get isOpen(): boolean {
    return this.#isOpen
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

  /** Flushes everything, closes the database and ends the thread. One that is not yet open has nothing to flush. */
  async close(): Promise<void> {
    if (this.#isOpen) await this.send({ kind: 'close' }, CLOSE_LIMIT).catch(() => {})
    this.#fail(embeddedStopped('it was closed'))
    await this.ended
  }

  #answer(reply: EmbeddedReply) {
    if ('error' in reply) return void this.#fail(embeddedStopped(reply.error, reply.code))
    clearTimeout(this.#timer)
    this.#isOpen = true
    const waiting = this.#waiting.shift()
    if (this.#waiting.length > 0) this.#watch(this.#answerLimit)
    waiting?.resolve(reply.bytes)
  }

  #watch(limit: number) {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#fail(noAnswer(limit)), limit)
  }

  /** Returns the first failure. */
  #fail(error: Error): Error {
    if (this.#failure) return this.#failure
    this.#failure = error
    clearTimeout(this.#timer)
    for (const waiting of this.#waiting.splice(0)) waiting.reject(error)
    for (const connection of this.connections) connection.destroy(error)
    void this.#worker.terminate()
    return error
  }
}

/** An error of the embedded database as a whole. By default with the SQLSTATE of a server that crashed. */
export function embeddedStopped(reason: string, code = '57P02'): Error {
  return Object.assign(new Error(`The embedded database stopped: ${reason}.`), { code })
}

function noAnswer(limit: number): Error {
  // The code of a PostgreSQL server for a statement canceled by a timeout.
  return embeddedStopped(`no answer for ${limit / 1000} s`, '57014')
}

import { Duplex } from 'node:stream'
import type { EmbeddedProcess } from './embedded-process.server.ts'

/** Answers requests: in a site, the thread of the database. */
export type EmbeddedConnection = Pick<EmbeddedProcess, 'connections' | 'failed' | 'send'>

/** AuthenticationOk and ReadyForQuery (idle): the complete greeting of a server without a password. */
const GREETING = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49])
const QUERY = 0x51
const SYNC = 0x53
const TERMINATE = 0x58

/**
 * A socket replacement for `pg.Client` that sends the PostgreSQL wire protocol to the embedded database. Messages are
 * forwarded in complete batches that end with Sync or a simple Query. PGlite answers each call with its own
 * ReadyForQuery. So a batch split in two would be answered twice after an error.
 */
export class EmbeddedStream extends Duplex {
  #open: () => Promise<EmbeddedConnection>
  #process: EmbeddedConnection | undefined
  #input: Buffer = Buffer.alloc(0)
  #greeted = false

  constructor(open: () => Promise<EmbeddedConnection>) {
    super()
    this.#open = open
  }

  connect() {
    this.#open().then(
      (process) => {
        this.#process = process
        process.connections.add(this)
        this.emit('connect')
      },
      (error) => this.destroy(error),
    )
    return this
  }

  override _read() {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void) {
    this.#input = this.#input.length === 0 ? chunk : Buffer.concat([this.#input, chunk])
    if (!this.#greeted) this.#greet()
    const end = this.#endOfBatch()
    if (end > 0) {
      const batch = this.#input.subarray(0, end)
      this.#input = this.#input.subarray(end)
      // Copied, because a message that is a view retains the whole buffer behind it.
      this.#process?.send({ kind: 'protocol', bytes: new Uint8Array(batch) }).then(
        (bytes) => this.push(bytes),
        (error) => this.destroy(error),
      )
    }
    if (this.#greeted && this.#input[0] === TERMINATE) this.#endSession()
    done()
  }

  override _final(done: () => void) {
    this.push(null)
    done()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void) {
    this.#endSession()
    done(error)
  }

  // Other socket methods that pg calls.
  setNoDelay() {}
  setKeepAlive() {}
  ref() {}
  unref() {}

  /** Immediately, not when the stream has closed: the pool may already be opening the next connection. */
  #endSession() {
    const process = this.#process
    this.#process = undefined
    process?.connections.delete(this)
    if (process && !process.failed) process.send({ kind: 'reset' }).catch(() => {})
  }

  #greet() {
    if (this.#input.length < 4 || this.#input.length < this.#input.readInt32BE(0)) return
    this.#input = this.#input.subarray(this.#input.readInt32BE(0))
    this.#greeted = true
    this.push(GREETING)
  }

  /** The number of input bytes that form complete batches. */
  #endOfBatch(): number {
    if (!this.#greeted) return 0
    let end = 0
    let at = 0
    while (at + 5 <= this.#input.length) {
      const type = this.#input[at]
      at += 1 + this.#input.readInt32BE(at + 1)
      if (at > this.#input.length) break
      if (type === QUERY || type === SYNC) end = at
    }
    return end
  }
}

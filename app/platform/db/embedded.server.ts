import path from 'node:path'
import pg from 'pg'
import type { Logger } from '../log.server.ts'
import { EmbeddedProcess, embeddedStopped } from './embedded-process.server.ts'
import { type EmbeddedConnection, EmbeddedStream } from './embedded-stream.server.ts'
import { isSpaceShort } from './free-space.server.ts'
import { prepareStatements } from './prepared-statements.server.ts'
import { errorCode } from './retry.server.ts'

/** The embedded database: the thread that currently runs it, and a pool that uses it like a server. */
type Embedded = {
  pool: pg.Pool
  /** Ends the pool, flushes everything and ends the thread. */
  close(): Promise<void>
}

/** From the end of the thread until it runs again: `error` is the answer to all until `retryAt`. */
type Outage = { attempts: number; retryAt: number; error: Error }

const FIRST_WAIT = 500
const LONGEST_WAIT = 4_000

function watchOutage(log: Pick<Logger, 'error' | 'info'>) {
  let outage: Outage | undefined
  let isIgnored = false
  function note(error: Error) {
    if (isIgnored) return
    // Not at each attempt: only if the cause is another.
    if (errorCode(error) !== errorCode(outage?.error)) {
      log.error({ event: 'database.stopped', err: error }, 'the embedded database stopped; it will be opened again')
    }
    const attempts = outage ? outage.attempts + 1 : 0
    const wait = attempts === 0 ? 0 : Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** (attempts - 1))
    outage = { attempts, retryAt: performance.now() + wait, error }
  }
  return {
    note,
    isOn: () => outage !== undefined,
    /** Throws while it is too early for another attempt, or the disk is full. */
    refuse(directory: string) {
      if (outage && performance.now() < outage.retryAt) throw outage.error
      if (isSpaceShort(path.dirname(directory))) {
        const full = embeddedStopped('the disk is full', '53100')
        note(full)
        throw full
      }
    },
    end() {
      if (!outage) return
      outage = undefined
      log.info({ event: 'database.reopened' }, 'the embedded database is open again')
    },
    /** From now on the end of the thread is expected. */
    ignore() {
      isIgnored = true
    },
  }
}

/** A pool that speaks the protocol with an embedded database. Its one connection is reopened after each end. */
export function embeddedPool(open: () => Promise<EmbeddedConnection>): pg.Pool {
  class EmbeddedClient extends pg.Client {
    constructor() {
      super({ stream: () => new EmbeddedStream(open) as never, ssl: false, host: 'embedded', user: 'postgres' })
      prepareStatements(this)
    }
  }
  return new pg.Pool({ Client: EmbeddedClient, max: 1, idleTimeoutMillis: 0 })
}

/**
 * Opens the embedded database in `directory` behind a real `pg.Pool` with one connection. Values, errors and
 * transactions behave as in `pg`, because `pg` speaks the protocol. If the thread dies, the next connection starts a
 * new one. While that fails, or the disk is full, connections are refused at once. It is tried again at most every 4
 * seconds. `answerLimit`: the statement timeout in milliseconds.
 */
export function openEmbedded(directory: string, answerLimit: number, log: Pick<Logger, 'error' | 'info'>): Embedded {
  let current: EmbeddedProcess | undefined
  const outage = watchOutage(log)

  function start(): EmbeddedProcess {
    const reopening = outage.isOn()
    if (reopening) outage.refuse(directory)
    const process = new EmbeddedProcess(directory, answerLimit)
    process.ready.then(
      () => void process.ended.then(outage.note),
      (error) => reopening && outage.note(error),
    )
    return process
  }

  async function running(): Promise<EmbeddedProcess> {
    // Two threads on one directory would destroy it: wait until the previous one has ended.
    if (current?.failed) {
      const before = current
      await before.ended
      if (current === before) current = undefined
    }
    current ??= start()
    const process = current
    await process.ready
    if (!process.failed) outage.end()
    return process
  }

  const pool = embeddedPool(running)
  return {
    pool,
    async close() {
      outage.ignore()
      const ended = pool.end()
      // A connection may be waiting for a database that is still being opened.
      if (current && !current.isOpen) await current.close()
      await ended
      await current?.close()
    },
  }
}

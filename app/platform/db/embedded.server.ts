import pg from 'pg'
import { EmbeddedProcess, type EmbeddedSource } from './embedded-process.server.ts'
import { EmbeddedStream } from './embedded-stream.server.ts'

/** The embedded database: the thread that currently runs it, and a pool that uses it like a server. */
export type Embedded = {
  pool: pg.Pool
  /** The whole database as one file, used as a template by tests. */
  dump(): Promise<Uint8Array>
  /** Ends the pool, flushes everything and ends the thread. */
  close(): Promise<void>
}

/**
 * Opens the embedded database behind a real `pg.Pool` with one connection. Values, errors and transactions behave as in
 * `pg`, because `pg` speaks the protocol. If the thread dies, the next connection starts a new one. `answerLimit`: the
 * statement timeout in milliseconds.
 */
export function openEmbedded(source: EmbeddedSource, answerLimit: number): Embedded {
  let current: EmbeddedProcess | undefined

  async function running(): Promise<EmbeddedProcess> {
    // Two threads on one directory would destroy it: wait until the previous one has ended.
    if (current?.failed) {
      const before = current
      await before.ended
      if (current === before) current = undefined
    }
    current ??= new EmbeddedProcess(source, answerLimit)
    const process = current
    await process.ready
    return process
  }

  class EmbeddedClient extends pg.Client {
    constructor() {
      super({ stream: () => new EmbeddedStream(running) as never, ssl: false, host: 'embedded', user: 'postgres' })
    }
  }

  const pool = new pg.Pool({ Client: EmbeddedClient, max: 1, idleTimeoutMillis: 0 })
  return {
    pool,
    dump: async () => (await running()).send({ kind: 'dump' }),
    async close() {
      await pool.end()
      await current?.close()
    },
  }
}

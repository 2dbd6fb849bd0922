import pg from 'pg'
import { EmbeddedProcess, type EmbeddedSource } from './embedded-process.server.ts'
import { EmbeddedStream } from './embedded-stream.server.ts'

/** The embedded database: the thread in which it runs now, and a pool that reaches it as if it were a server. */
export type Embedded = {
  pool: pg.Pool
  /** The whole database as one file, which tests start from. */
  dump(): Promise<Uint8Array>
  /** Ends the pool, writes everything out and ends the thread. */
  close(): Promise<void>
}

/**
 * Opens the embedded database behind a real `pg.Pool` of one connection: values, errors and transactions are those of
 * `pg`, because it is `pg` that speaks the protocol. When the thread dies the next connection starts another one.
 * `answerLimit`: milliseconds that a statement may take.
 */
export function openEmbedded(source: EmbeddedSource, answerLimit: number): Embedded {
  let current: EmbeddedProcess | undefined

  async function running(): Promise<EmbeddedProcess> {
    // Two lives on one directory would destroy it: wait for the end of the one before.
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

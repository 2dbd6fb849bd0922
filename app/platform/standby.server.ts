import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { Clock } from './clock.server.ts'
import type { Tx } from './db/database.server.ts'
import { contentVersion } from './installation.tables.server.ts'
import type { Logger } from './log.server.ts'
import type { CurrentVersions } from './versions.server.ts'

/** A copy of the database that answers searches. */
export type Standby = {
  /** The result of `run` there. Null if it does not answer, or lacks a change of nights that this process knows. */
  read<Found>(run: (db: Tx) => Promise<Found>): Promise<Found | null>
  close(): Promise<void>
}

/** How long a guest waits for it in milliseconds, and how long nobody asks it after it did not answer. */
const CONNECT_LIMIT = 1_000
const STATEMENT_LIMIT = 2_000
const REST_MS = 5_000

const SESSION = `set timezone = 'UTC'; set statement_timeout = ${STATEMENT_LIMIT}; set default_transaction_read_only = on`

/** Connects to the standby at `url` when it is first asked, so a site starts without it. */
export function openStandby(options: { url: string; clock: Clock; versions: CurrentVersions; log: Logger }): Standby {
  const { url, clock, versions, log } = options
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: CONNECT_LIMIT,
    query_timeout: STATEMENT_LIMIT,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    onConnect: async (client) => {
      await client.query(SESSION)
    },
  })
  // The next read finds out, and says so once.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    client.on('error', () => {})
  })
  let awaySince: number | null = null

  /** On one connection, so all statements ask one server, which only moves forward. */
  async function readThere<Found>(known: number, run: (db: Tx) => Promise<Found>): Promise<Found | null> {
    const client = await pool.connect()
    try {
      const db = drizzle(client)
      const [row] = await db.select({ nights: contentVersion.nights }).from(contentVersion)
      const found = row && row.nights >= known ? await run(db) : null
      client.release()
      return found
    } catch (error) {
      client.release(true)
      throw error
    }
  }

  return {
    async read(run) {
      const now = clock.now().getTime()
      if (awaySince !== null && now - awaySince < REST_MS) return null
      // While it is away, one request at a time tries it again.
      if (awaySince !== null) awaySince = now
      const known = Number.parseInt((await versions.current()).nights, 10)
      try {
        const found = await readThere(known, run)
        awaySince = null
        return found
      } catch (error) {
        if (awaySince === null) {
          log.warn({ event: 'standby.away', err: error }, 'the standby does not answer: searches ask the primary')
        }
        awaySince = clock.now().getTime()
        return null
      }
    },
    close: () => pool.end(),
  }
}

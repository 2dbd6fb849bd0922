import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { drizzle, type NodePgDatabase, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgDatabase } from 'drizzle-orm/pg-core'
import pg from 'pg'
import type { Logger } from '../log.server.ts'
import { lockDirectory } from './directory-lock.server.ts'
import { openEmbedded } from './embedded.server.ts'
import { requireFreeSpace } from './free-space.server.ts'
import { startMaintenance } from './maintenance.server.ts'

// A date is not an instant, but `pg` parses it as midnight in the local time zone. Drizzle has its own parsers.
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)

/** The database as features use it. */
export type Db = NodePgDatabase

/** The database or one of its transactions, for functions that accept either. */
export type Tx = PgDatabase<NodePgQueryResultHKT, Record<string, never>>

/** The open database: its client, its pool, and whether it is embedded or a server. */
export type Database = { db: Db; pool: pg.Pool; kind: 'embedded' | 'postgres'; close(): Promise<void> }

/** The statement timeout in milliseconds, for both kinds of database. */
const STATEMENT_LIMIT = 30_000

// No statement here is worth compiling: that took more than half of the time of a slow one.
const SESSION = `set timezone = 'UTC'; set statement_timeout = ${STATEMENT_LIMIT}; set idle_in_transaction_session_timeout = 60000; set jit = off`

/**
 * Opens PostgreSQL at `url`, and checks that it answers. Without a URL, it is the embedded database below `dataDir`
 * (created if missing). Does not migrate.
 * @throws {DatabaseInUseError} or {DiskFullError}, embedded only; otherwise what `pg` throws.
 */
export async function openDatabase(options: { url?: string; dataDir: string; log: Logger }): Promise<Database> {
  const { url, dataDir, log } = options
  const database = url ? openServer(url, log) : openOwn(dataDir, log)
  try {
    await database.pool.query('select 1')
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}

/** A `Database` over a pool, with the error listeners without which a lost connection would end the process. */
export function asDatabase(pool: pg.Pool, kind: Database['kind'], log: Logger, close: () => Promise<void>): Database {
  pool.on('error', (error) => {
    // The embedded database logs its own end.
    if (kind === 'postgres')
      log.error({ event: 'database.connection-lost', err: error }, 'A database connection was lost')
  })
  pool.on('connect', (client) => {
    // The pool does not listen while a client is checked out; its statements are rejected with the same error.
    client.on('error', () => {})
  })
  pool.on('release', (_error, client) => {
    // A transaction that was left open must not leak to the next user of the connection.
    const status = (client as pg.Client).getTransactionStatus()
    if (status === 'T' || status === 'E') void client.query('rollback').catch(() => {})
  })
  // Without the schema: with it, each transaction would prepare a query builder for each table.
  const db = drizzle(pool)
  // Drizzle's own keeps its connection for ever when BEGIN fails, as before a PgBouncer that has lost its server.
  db.transaction = async (run, options) => {
    const client = await pool.connect()
    try {
      return await drizzle(client).transaction(run, options)
    } finally {
      client.release()
    }
  }
  let closing: Promise<void> | undefined
  return {
    db,
    pool,
    kind,
    close: () => {
      closing ??= close()
      return closing
    },
  }
}

function openServer(url: string, log: Logger): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    onConnect: async (client) => {
      await client.query(SESSION)
    },
  })
  return asDatabase(pool, 'postgres', log, () => pool.end())
}

function openOwn(dataDir: string, log: Logger): Database {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const unlock = lockDirectory(dataDir, path.join(dataDir, 'database.lock'))
  try {
    requireFreeSpace(dataDir)
  } catch (error) {
    unlock()
    throw error
  }
  const embedded = openEmbedded(path.join(dataDir, 'database'), STATEMENT_LIMIT, log)
  const stopMaintenance = startMaintenance(embedded.pool, { dataDir, log })
  return asDatabase(embedded.pool, 'embedded', log, async () => {
    stopMaintenance()
    await embedded.close().finally(unlock)
  })
}

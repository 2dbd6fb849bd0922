import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { DatabaseInUseError } from '#app/platform/db/directory-lock.server.ts'

const LOCK = 7_021_403_312
const TRY_AGAIN_MS = 5_000

/**
 * Marks a PostgreSQL database as in use for the lifetime of this process. It is in use by a site, which may run beside
 * others, or by a command that needs it `alone`. (The embedded database has a lock on its directory.) A lost connection
 * is reopened. If the other kind of process took over meanwhile, `onTaken` is called once, and this one must stop.
 * Returns a function that releases it.
 *
 * The lock belongs to a transaction that stays open, because PgBouncer gives a connection to others between
 * transactions. A lock of the session would stay behind on it. The transaction holds no snapshot, so vacuum goes on.
 * @throws {DatabaseInUseError} when the other kind of process is running.
 */
export async function lockDatabase(
  url: string,
  options: { alone: boolean; onTaken: (error: DatabaseInUseError) => void; tryAgainAfter?: number },
): Promise<() => Promise<void>> {
  const { alone, onTaken, tryAgainAfter = TRY_AGAIN_MS } = options
  const released = new AbortController()
  let current = await acquireLock()

  async function acquireLock(): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: url, keepAlive: true, connectionTimeoutMillis: 10_000 })
    client.on('error', () => {})
    try {
      await client.connect()
      await client.query('begin; set local idle_in_transaction_session_timeout = 0')
      const call = alone ? 'pg_try_advisory_xact_lock' : 'pg_try_advisory_xact_lock_shared'
      const { rows } = await client.query<{ held: boolean }>(`select ${call}(${LOCK}) as held`)
      if (!rows[0]?.held) {
        throw new DatabaseInUseError(
          'Another process is using this database: stop it first, or name another in DATABASE_URL.',
        )
      }
    } catch (error) {
      // Not awaited: the end event of a connection that was never established may not come.
      void client.end().catch(() => {})
      throw error
    }
    client.once('end', () => void reacquireLock())
    return client
  }

  async function reacquireLock() {
    while (!released.signal.aborted) {
      await wait(tryAgainAfter, undefined, { signal: released.signal, ref: false }).catch(() => {})
      if (released.signal.aborted) return
      const found = await acquireLock().catch((error: unknown) => {
        if (error instanceof DatabaseInUseError) return error
      })
      if (found instanceof DatabaseInUseError) {
        if (!released.signal.aborted) onTaken(found)
        return
      }
      if (!found) continue
      current = found
      if (released.signal.aborted) await found.end()
      return
    }
  }

  return async () => {
    released.abort()
    await current.query('rollback').catch(() => {})
    await current.end()
  }
}

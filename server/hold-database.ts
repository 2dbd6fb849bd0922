import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { DatabaseInUseError } from '#app/platform/db/database.server.ts'

const LOCK = 7_021_403_312
const TRY_AGAIN_MS = 5_000

/**
 * Marks a PostgreSQL database as in use for the life of this process: by a site, beside which others may run, or by a command
 * that needs it `alone`. (The embedded database has a lock on its directory.) A lost connection is made anew. Gives the
 * function that ends it.
 * @throws {DatabaseInUseError} when the other kind of process is there.
 */
export async function holdDatabase(
  url: string,
  { alone, tryAgainAfter = TRY_AGAIN_MS }: { alone: boolean; tryAgainAfter?: number },
): Promise<() => Promise<void>> {
  const letGo = new AbortController()
  let current = await hold()

  async function hold(): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: url, keepAlive: true, connectionTimeoutMillis: 10_000 })
    client.on('error', () => {})
    await client.connect()
    const call = alone ? 'pg_try_advisory_lock' : 'pg_try_advisory_lock_shared'
    const { rows } = await client.query<{ held: boolean }>(`select ${call}(${LOCK}) as held`)
    if (!rows[0]?.held) {
      await client.end()
      throw new DatabaseInUseError(
        'Another process is using this database: stop it first, or name another in DATABASE_URL.',
      )
    }
    client.once('end', () => void holdAgain())
    return client
  }

  async function holdAgain() {
    while (!letGo.signal.aborted) {
      await wait(tryAgainAfter, undefined, { signal: letGo.signal, ref: false }).catch(() => {})
      if (letGo.signal.aborted) return
      const found = await hold().catch(() => null)
      if (!found) continue
      current = found
      if (letGo.signal.aborted) await found.end()
      return
    }
  }

  return async () => {
    letGo.abort()
    await current.end()
  }
}

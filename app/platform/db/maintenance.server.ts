import type pg from 'pg'
import type { Logger } from '../log.server.ts'
import { isSpaceShort } from './free-space.server.ts'

const EVERY = 15_000

/** PostgreSQL's own autovacuum thresholds: 50 rows and a fifth (dead) or a tenth (changed) of the table. */
const NEEDY = `
  select format('%I.%I', s.schemaname, s.relname) as name,
    s.n_dead_tup > 50 + 0.2 * greatest(c.reltuples, 0) as vacuum
  from pg_stat_user_tables s join pg_class c on c.oid = s.relid
  where s.n_dead_tup > 50 + 0.2 * greatest(c.reltuples, 0)
    or s.n_mod_since_analyze > 50 + 0.1 * greatest(c.reltuples, 0)
  order by s.n_dead_tup + s.n_mod_since_analyze desc`

/**
 * Does what a server's background processes do, for the embedded database. It vacuums or analyzes the tables that need
 * it, and checkpoints new writes. This is every 15 seconds, if nobody is waiting for the connection. Not while the disk
 * is nearly full: a checkpoint that fails ends the database. Returns a function that stops it.
 */
export function startMaintenance(pool: pg.Pool, { dataDir, log }: { dataDir: string; log: Logger }): () => void {
  let waiting = false
  const timer = setInterval(() => {
    const short = isSpaceShort(dataDir)
    if (short && !waiting)
      log.warn({ event: 'database.space-short' }, 'the disk is nearly full: the embedded database is not maintained')
    waiting = short
    if (short) return
    vacuumTables(pool)
      .then(() => checkpoint())
      .catch((error) => {
        if (!pool.ending)
          log.warn({ event: 'database.maintenance-failed', err: error }, 'Maintenance of the embedded database failed')
      })
  }, EVERY)
  timer.unref()

  let checkpointed = ''
  async function checkpoint() {
    if (busy(pool) || (await writtenUpTo(pool)) === checkpointed) return
    await pool.query('checkpoint')
    checkpointed = await writtenUpTo(pool)
  }
  return () => clearInterval(timer)
}

/** Vacuums and analyzes the tables that need it, one at a time, and yields to anybody waiting for the connection. */
export async function vacuumTables(pool: pg.Pool): Promise<void> {
  const tended = new Set<string>()
  while (!busy(pool)) {
    // PGlite never flushes its change statistics; the next statement needs them.
    await pool.query('select pg_stat_force_next_flush()')
    const { rows } = await pool.query<{ name: string; vacuum: boolean }>(NEEDY)
    const needy = rows.find((row) => !tended.has(row.name))
    if (!needy) return
    tended.add(needy.name)
    await pool.query(`${needy.vacuum ? 'vacuum (analyze)' : 'analyze'} ${needy.name}`)
  }
}

function busy(pool: pg.Pool): boolean {
  return pool.ending || pool.waitingCount > 0 || pool.idleCount < pool.totalCount
}

async function writtenUpTo(pool: pg.Pool): Promise<string> {
  return (await pool.query('select pg_current_wal_insert_lsn() as at')).rows[0].at
}

import type pg from 'pg'
import type { Logger } from 'pino'

const EVERY = 15_000

/** PostgreSQL's own autovacuum thresholds: 50 rows and a fifth (dead) or a tenth (changed) of the table. */
const NEEDY = `
  select format('%I.%I', s.schemaname, s.relname) as name,
    s.n_dead_tup > 50 + 0.2 * greatest(c.reltuples, 0) as vacuum
  from pg_stat_user_tables s join pg_class c on c.oid = s.relid
  where s.n_dead_tup > 50 + 0.2 * greatest(c.reltuples, 0)
    or s.n_mod_since_analyze > 50 + 0.1 * greatest(c.reltuples, 0)
  order by s.n_dead_tup + s.n_mod_since_analyze desc limit 1`

/**
 * Does for the embedded database what a server's background processes do: every 15 seconds, when nobody waits for the
 * connection, one table is vacuumed or analysed if it needs it, and what was written since is checkpointed.
 * Gives the function that stops it.
 */
export function startMaintenance(pool: pg.Pool, log: Logger): () => void {
  let checkpointed = ''
  async function tend() {
    if (pool.waitingCount > 0 || pool.idleCount === 0) return
    const needy = (await pool.query(NEEDY)).rows[0]
    if (needy) await pool.query(`${needy.vacuum ? 'vacuum (analyze)' : 'analyze'} ${needy.name}`)
    const written = (await pool.query('select pg_current_wal_insert_lsn() as at')).rows[0].at
    if (written === checkpointed) return
    await pool.query('checkpoint')
    checkpointed = (await pool.query('select pg_current_wal_insert_lsn() as at')).rows[0].at
  }
  const timer = setInterval(() => {
    tend().catch((error) => log.warn({ err: error }, 'Maintenance of the embedded database failed'))
  }, EVERY)
  timer.unref()
  return () => clearInterval(timer)
}

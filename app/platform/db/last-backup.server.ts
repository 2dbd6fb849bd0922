import { sql } from 'drizzle-orm'

/**
 * The age of the last backup in seconds, as SQL; null for none. One of the future was made under a wrong clock. It counts
 * as none, or the site would make no other until then. Clocks of two machines may differ by minutes.
 */
export const lastBackupAge = (
  now: Date,
) => sql`(select greatest(extract(epoch from ${now.toISOString()}::timestamptz - succeeded_at), 0)::float8
  from backups where succeeded_at < ${now.toISOString()}::timestamptz + interval '10 minutes')`

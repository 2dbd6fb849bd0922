import type { Database } from '#app/platform/db/database.server.ts'
import { StartRefused } from './start-refused.ts'

/** Marks a database from the first change of a restore to its last: a schema of this name. */
export const UNFINISHED = 'unfinished_restore'

/** Whether a restore into this database began and did not end. */
export async function isRestoreUnfinished({ pool }: Pick<Database, 'pool'>): Promise<boolean> {
  const { rows } = await pool.query<{ found: boolean }>(`select to_regnamespace('${UNFINISHED}') is not null as found`)
  return rows[0]?.found === true
}

/** Throws `StartRefused` for a database that is only partly restored. */
export async function requireRestored(database: Pick<Database, 'pool'>): Promise<void> {
  if (!(await isRestoreUnfinished(database))) return
  throw new StartRefused(
    'A restore into this database began and did not end. Run the same "npm run site -- restore" again: it starts over.',
  )
}

import { sql } from 'drizzle-orm'
import type { Tx } from '#app/platform/db/database.server.ts'

/** Writes rows with what follows from them, as a restore does: what triggers add otherwise is among the rows. */
export async function asRestored(tx: Tx, write: () => Promise<void>): Promise<void> {
  await tx.execute(sql`select set_config('site.restoring', 'on', true)`)
  await write()
  await tx.execute(sql`select set_config('site.restoring', '', true)`)
}

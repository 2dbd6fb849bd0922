import { pino } from 'pino'
import { openDatabase } from '#app/platform/db/database.server.ts'

/** Runs a statement on the embedded database of a stopped site. */
export async function changeRows(dataDir: string, statement: string) {
  const database = await openDatabase({ dataDir, log: pino({ level: 'silent' }) })
  await database.pool.query(statement).finally(database.close)
}

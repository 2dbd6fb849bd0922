import { sql } from 'drizzle-orm'
import type { Tx } from '#app/platform/db/database.server.ts'

/** Whoever changes who has the nights of a home comes one after the other until the transaction ends (docs/decisions/011). */
export async function lockHome(tx: Tx, propertyId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`home:${propertyId.toLowerCase()}`}, 0))`)
}

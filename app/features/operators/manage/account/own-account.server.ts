import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { users } from '#app/features/operators/operators.tables.server.ts'
import type { Posted } from '#app/platform/change/change.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { refuse } from '#app/shared/refusal.ts'

export const NOT_IN_DEMO = refuse('refused', 'Nobody signs in to the demo.')
export const GONE = 'Your account is gone.'

/** The form of a button. */
export const nothing = z.object({})

/** Finds and locks the account of the caller. */
export async function lockSelf(tx: Tx, { by }: Pick<Posted, 'by'>) {
  if (!by.id) return null
  const [self] = await tx.select().from(users).where(eq(users.id, by.id)).for('update')
  return self ?? null
}

import { sql } from 'drizzle-orm'
import { bookings } from '#app/features/bookings/bookings.tables.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { conversations } from './inbox.tables.server.ts'

/** The conversation with an address, which begins if there is none. A guest is named as in their last booking. */
export async function ensureConversation(
  tx: Tx,
  { email, name, now }: { email: string; name: string; now: Date },
): Promise<string> {
  const [guest] = await tx
    .select({ name: bookings.guestName })
    .from(bookings)
    .where(sql`lower(${bookings.guestEmail}) = ${email}`)
    .orderBy(sql`${bookings.createdAt} desc`)
    .limit(1)
  const values = { email, name: guest?.name || name || email, lastAt: now, createdAt: now }
  const [row] = await tx
    .insert(conversations)
    .values(values)
    .onConflictDoUpdate({ target: conversations.email, set: { email } })
    .returning({ id: conversations.id })
  if (!row) throw new Error('the conversation was not stored')
  return row.id
}

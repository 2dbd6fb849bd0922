import { inArray, sql } from 'drizzle-orm'
import { bookings, payments } from '#app/platform/db/schema.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { listMentions } from './mentions.server.ts'

/** What opens something, and is no fact about the person. */
const SECRET = ['token', 'key', 'digest', 'html', 'headers', 'attachments']

function withoutSecrets(value: unknown): unknown {
  if (value instanceof Date) return value
  if (Array.isArray(value)) return value.map(withoutSecrets)
  if (value === null || typeof value !== 'object') return value
  const shown = Object.entries(value).filter(([name]) => !SECRET.includes(name))
  return Object.fromEntries(shown.map(([name, part]) => [name, withoutSecrets(part)]))
}

/** Everything that is stored about an email address, by table, without the secrets in it. */
export async function exportPerson({ db }: Pick<Services, 'db'>, email: string): Promise<Record<string, unknown>> {
  const found = await listMentions(db, [email])
  const stays = db
    .select({ id: bookings.id })
    .from(bookings)
    .where(sql`lower(${bookings.guestEmail}) = lower(${email})`)
  const { bookingId, kind, status, amount, received, refunded, createdAt } = payments
  const paid = await db
    .select({ bookingId, kind, status, amount, received, refunded, createdAt })
    .from(payments)
    .where(inArray(payments.bookingId, stays))
  return withoutSecrets({ ...found, payments: paid }) as Record<string, unknown>
}

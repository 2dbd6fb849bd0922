import { and, eq, gte, lte, ne, or, sql } from 'drizzle-orm'
import type { Tx } from '#app/platform/db/database.server.ts'
import { bookings, installation } from '#app/platform/db/schema.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { addDays, dateInZone } from '#app/shared/dates.ts'
import { canLeave, getStayMessages, storeStayMessage } from './stay-messages.server.ts'

/** Messages are looked through every few minutes. A longer gap is an outage. */
const OUTAGE_MS = 3_600_000

/** Stays that may have had a message between two moments. A message is of use until nine days after check-out at most. */
const listStaysWithin = (tx: Tx, { since, now }: { since: Date; now: Date }) =>
  tx
    .select({ id: bookings.id })
    .from(bookings)
    .where(
      and(
        eq(bookings.status, 'confirmed'),
        ne(bookings.guestEmail, ''),
        gte(bookings.checkOutDate, addDays(dateInZone(since, 'UTC'), -9)),
        or(
          lte(bookings.checkInDate, addDays(dateInZone(now, 'UTC'), 40)),
          sql`${bookings.paymentSchedule} is not null`,
        ),
      ),
    )

/**
 * After an outage, records the messages that would have left meanwhile and are of no use anymore. So it does for stays that
 * began and ended within it. Of several processes, one does it.
 */
export async function recordMissedMessages(services: Pick<Services, 'db' | 'config' | 'clock' | 'log'>): Promise<void> {
  const now = services.clock.now()
  await services.db.transaction(async (tx) => {
    const since = await messagesChecked(tx, now)
    if (!since || now.getTime() - since.getTime() < OUTAGE_MS) return
    let count = 0
    for (const { id } of await listStaysWithin(tx, { since, now })) {
      const { messages, last } = await getStayMessages(services, tx, id)
      const missed = messages.filter(
        (message) => canLeave(message) && message.until > since && message.until <= now && message.until > last,
      )
      for (const message of missed) await storeStayMessage(tx, { bookingId: id, ...message }, { missedAt: now })
      count += missed.length
    }
    if (count > 0)
      services.log.warn({ event: 'stay-message.missed', count, since }, 'messages were missed in an outage')
  })
}

/** Stores that the messages are looked through now, and returns when they were before. */
export async function messagesChecked(tx: Tx, now: Date): Promise<Date | null> {
  const [row] = await tx.select({ at: installation.messagesCheckedAt }).from(installation).for('update')
  await tx.update(installation).set({ messagesCheckedAt: now })
  return row?.at ?? null
}

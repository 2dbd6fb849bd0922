import { and, asc, eq, gt, gte, lte, ne, or, sql } from 'drizzle-orm'
import { bookings } from '#app/features/bookings/bookings.tables.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { installation } from '#app/platform/installation.tables.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { addDays, dateInZone } from '#app/shared/dates.ts'
import { canLeave, getStayMessages, storeStayMessage } from './stay-messages.server.ts'

/** Messages are looked through every few minutes. A longer gap is an outage. */
const OUTAGE_MS = 3_600_000

/** Stays that are looked at in one transaction. Nobody else waits for longer. */
const SLICE = 50

type Outage = { since: Date; now: Date }

/**
 * Stays that may have had a message between two moments, in the order of their ids. A message is of use until nine days
 * after check-out at most.
 */
const listStaysWithin = (tx: Tx, { since, now }: Outage, { after, slice }: { after: string; slice: number }) =>
  tx
    .select({ id: bookings.id })
    .from(bookings)
    .where(
      and(
        gt(bookings.id, after),
        eq(bookings.status, 'confirmed'),
        ne(bookings.guestEmail, ''),
        gte(bookings.checkOutDate, addDays(dateInZone(since, 'UTC'), -9)),
        or(
          lte(bookings.checkInDate, addDays(dateInZone(now, 'UTC'), 40)),
          sql`${bookings.paymentSchedule} is not null`,
        ),
      ),
    )
    .orderBy(asc(bookings.id))
    .limit(slice)

/**
 * After an outage, records the messages that would have left meanwhile and are of no use anymore. So it does for stays that
 * began and ended within it. Of several processes that do it at once, the first at the end ends it for all.
 */
export async function recordMissedMessages(
  services: Pick<Services, 'db' | 'config' | 'clock' | 'log'>,
  slice = SLICE,
): Promise<void> {
  const now = services.clock.now()
  const first = await services.db.transaction((tx) => recordSlice(tx, FIRST_ID))
  let { count, last } = first
  while (last !== null) {
    const after = last
    const next = await services.db.transaction((tx) => recordSlice(tx, after))
    count += next.count
    last = next.last
  }
  if (count > 0)
    services.log.warn({ event: 'stay-message.missed', count, since: first.since }, 'messages were missed in an outage')

  /** `last` is the stay to go on after; null at the end. */
  async function recordSlice(tx: Tx, after: string): Promise<Slice> {
    const since = await lockChecked(tx)
    const isOutage = since !== null && now.getTime() - since.getTime() >= OUTAGE_MS
    const stays = isOutage ? await listStaysWithin(tx, { since, now }, { after, slice }) : []
    let recorded = 0
    for (const { id } of stays) recorded += since ? await recordMissed(services, tx, id, { since, now }) : 0
    const end = stays.at(-1)?.id ?? null
    if (end === null) await messagesChecked(tx, now)
    return { since, count: recorded, last: end }
  }
}

type Slice = { since: Date | null; count: number; last: string | null }

const FIRST_ID = '00000000-0000-0000-0000-000000000000'

async function recordMissed(
  services: Pick<Services, 'db' | 'config' | 'clock' | 'log'>,
  tx: Tx,
  bookingId: string,
  { since, now }: Outage,
): Promise<number> {
  const { messages, last } = await getStayMessages(services, tx, bookingId)
  const missed = messages.filter(
    (message) => canLeave(message) && message.until > since && message.until <= now && message.until > last,
  )
  for (const message of missed) await storeStayMessage(tx, { bookingId, ...message }, { missedAt: now })
  return missed.length
}

/** When the messages were looked through before. Locks that. */
async function lockChecked(tx: Tx): Promise<Date | null> {
  const [row] = await tx.select({ at: installation.messagesCheckedAt }).from(installation).for('update')
  return row?.at ?? null
}

/** Stores that the messages are looked through now. */
export async function messagesChecked(tx: Tx, now: Date): Promise<void> {
  await tx.update(installation).set({ messagesCheckedAt: now })
}

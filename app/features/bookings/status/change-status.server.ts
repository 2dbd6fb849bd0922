import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Tx } from '#app/platform/db/database.server.ts'
import type { Operator } from '#app/platform/http/operator-access.server.ts'
import { type bookingCauses, bookingChanges, type bookingStatuses, bookings } from '../bookings.tables.server.ts'
import { cancelQueuedMessages } from './queued-messages.server.ts'

export type BookingStatus = (typeof bookingStatuses)[number]
type Change = {
  to: BookingStatus
  cause: (typeof bookingCauses)[number]
  at: Date
  /** For the cause `operator`. */
  by?: Operator
  /** The operator's reason, which the guest reads. */
  reason?: string | null
}

/** Records the first status of a booking, in the transaction that stores it. */
export const recordFirstStatus = (tx: Tx, bookingId: string, change: Change): Promise<void> =>
  recordFirstStatuses(tx, [bookingId], change)

/** The same for several bookings that are stored together. */
export async function recordFirstStatuses(tx: Tx, ids: string[], { to, cause, at, by }: Change): Promise<void> {
  const who = { operatorId: by?.id, operatorName: by?.name }
  const first = { number: 1, toStatus: to, cause, changedAt: at, ...who }
  await tx.insert(bookingChanges).values(ids.map((bookingId) => ({ bookingId, ...first })))
}

/** Changes those bookings whose status is `from`, and returns their ids. The caller changes their nights. */
export async function changeStatus(
  tx: Tx,
  { ids, from, to, cause, at, by, reason }: Change & { ids: string[]; from: BookingStatus },
): Promise<string[]> {
  if (ids.length === 0) return []
  const changed = await tx
    .update(bookings)
    .set({ status: to })
    .where(and(inArray(bookings.id, ids), eq(bookings.status, from)))
    .returning({ id: bookings.id })
  if (changed.length === 0) return []
  if (from === 'confirmed') {
    await cancelQueuedMessages(
      tx,
      changed.map(({ id }) => id),
    )
  }
  const who = { operatorId: by?.id, operatorName: by?.name, reason }
  await tx.insert(bookingChanges).values(
    changed.map(({ id }) => {
      const number = sql<number>`(select count(*) + 1 from ${bookingChanges} where ${bookingChanges.bookingId} = ${id})`
      return { bookingId: id, number, fromStatus: from, toStatus: to, cause, changedAt: at, ...who }
    }),
  )
  return changed.map(({ id }) => id)
}

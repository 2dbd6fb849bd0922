import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Tx } from '#app/platform/db/database.server.ts'
import { type bookingCauses, bookingChanges, type bookingStatuses, bookings } from '#app/platform/db/schema.server.ts'
import type { Operator } from '#app/platform/http/operator-access.server.ts'

export type BookingStatus = (typeof bookingStatuses)[number]
type Change = {
  to: BookingStatus
  cause: (typeof bookingCauses)[number]
  at: Date
  /** For the cause `operator`. */
  by?: Operator
  /** What the operator told the guest. */
  reason?: string | null
}

/** Records the first status of a booking, in the transaction that stores it. */
export async function recordFirstStatus(tx: Tx, bookingId: string, { to, cause, at, by }: Change): Promise<void> {
  const who = { operatorId: by?.id, operatorName: by?.name }
  await tx.insert(bookingChanges).values({ bookingId, number: 1, toStatus: to, cause, changedAt: at, ...who })
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
  for (const { id } of changed) {
    const number = sql<number>`(select count(*) + 1 from ${bookingChanges} where ${bookingChanges.bookingId} = ${id})`
    const who = { operatorId: by?.id, operatorName: by?.name, reason }
    await tx
      .insert(bookingChanges)
      .values({ bookingId: id, number, fromStatus: from, toStatus: to, cause, changedAt: at, ...who })
  }
  return changed.map(({ id }) => id)
}

import { and, eq, inArray, isNull, notExists, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { StayMoment } from '#app/features/bookings/stay-moments.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import type { IsoDate } from '#app/shared/dates.ts'
import { stayMessages } from './guest-messages.tables.server.ts'

type Nights = { from: IsoDate; to: IsoDate }

/**
 * The moments that belong to a day of the stay. Those of a payment belong to its day, and another payment has its own.
 */
const OF_DAY: Record<keyof Nights, StayMoment[]> = {
  from: ['arrival-guide', 'day-before', 'first-morning'],
  to: ['last-day', 'thanks', 'review'],
}

/** Whether the message is found at another day once the stay has moved. */
export const goesAlong = (moment: StayMoment) => Object.values(OF_DAY).flat().includes(moment)

/** Moves skipped and changed messages for one guest, which are not sent yet, with the stay. */
export async function moveStayMessages(
  tx: Tx,
  { bookingId, before, nights }: { bookingId: string; before: Nights; nights: Nights },
): Promise<void> {
  // Messages that wait for a placeholder are recorded again once their new time is near.
  await tx.update(stayMessages).set({ missingValues: null }).where(eq(stayMessages.bookingId, bookingId))
  const there = alias(stayMessages, 'there')
  for (const day of ['from', 'to'] as const) {
    if (before[day] === nights[day]) continue
    const isThere = and(
      ...[eq(there.bookingId, bookingId), eq(there.moment, stayMessages.moment), eq(there.anchor, nights[day])],
    )
    await tx
      .update(stayMessages)
      .set({ anchor: nights[day] })
      .where(
        and(
          ...[eq(stayMessages.bookingId, bookingId), inArray(stayMessages.moment, OF_DAY[day])],
          ...[eq(stayMessages.anchor, before[day]), isNull(stayMessages.sentAt)],
          notExists(tx.select({ one: sql`1` }).from(there).where(isThere)),
        ),
      )
  }
}

import { inArray, sql } from 'drizzle-orm'
import type { Tx } from '#app/platform/db/database.server.ts'
import { bookings } from '../bookings.tables.server.ts'
import { STAY_MESSAGE } from '../moments.ts'

/**
 * Takes back what still waits for the mail host, of stays that were canceled or moved. It is not true of them anymore. It
 * counts as not sent, so a stay that moved gets it again if it is due.
 */
export async function cancelQueuedMessages(tx: Tx, bookingIds: string[]): Promise<void> {
  if (bookingIds.length === 0) return
  await tx.execute(sql`with taken as (
      delete from pgboss.job waiting using ${bookings}
      where waiting.name = 'mail' and waiting.state < 'completed' and waiting.data ->> 'template' = ${STAY_MESSAGE}
        and waiting.data -> 'payload' ->> 'reference' = ${bookings.reference} and ${inArray(bookings.id, bookingIds)}
      returning ${bookings.id} as booking_id, waiting.data -> 'payload' ->> 'moment' as moment,
        (waiting.data -> 'payload' ->> 'anchor')::date as anchor)
    update stay_messages told set sent_at = null, sent_subject = null, sent_body = null from taken
    where (told.booking_id, told.moment, told.anchor) = (taken.booking_id, taken.moment, taken.anchor)`)
}

import { eq, sql } from 'drizzle-orm'
import { recordPaidElsewhere } from '#app/features/bookings/booking-payments.server.ts'
import { bookings } from '#app/features/bookings/bookings.tables.server.ts'
import { lockProperties } from '#app/features/bookings/manage/undo-record.server.ts'
import { ledger } from '#app/features/bookings/payments/payments.tables.server.ts'
import { cancelUnpaid } from '#app/features/bookings/status/store-cancellation.server.ts'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import type { AuditRow } from '#app/platform/change/audit.server.ts'
import { undoFrom } from '#app/platform/change/recorded.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { dateInZone } from '#app/shared/dates.ts'
import { centsFromNumeric } from '#app/shared/money.ts'
import { refuse } from '#app/shared/refusal.ts'
import { importedBookings } from './import.tables.server.ts'

/**
 * Cancels all bookings of an import, if every one is as it was imported. What it recorded as paid is taken out of the
 * ledger by an entry of its own. The records stay.
 */
export const undoImport = undoFrom({}, async (tx, services, change, by) => {
  await lockProperties(services, tx, change.propertyIds)
  const now = services.clock.now()
  const rows = await tx
    .select({ booking: bookings, timeZone: properties.timeZone })
    .from(importedBookings)
    .innerJoin(bookings, eq(bookings.id, importedBookings.bookingId))
    .innerJoin(properties, eq(properties.id, bookings.propertyId))
    .where(eq(importedBookings.importId, change.subjectId))
  const changed = new Set(await listChanged(tx, change))
  for (const { booking, timeZone } of rows) {
    const { id, reference, guestName, checkInDate } = booking
    const who = `${guestName} (${reference})`
    if (changed.has(id)) return refuse('refused', `The booking of ${who} was changed since.`)
    const hasBegun = checkInDate < dateInZone(now, timeZone) && checkInDate >= dateInZone(change.happenedAt, timeZone)
    if (hasBegun) return refuse('refused', `The stay of ${who} has begun by now.`)
  }
  const ids = rows.map(({ booking }) => booking.id)
  for (const { bookingId, paid } of await listPaid(tx, change)) {
    const amount = -centsFromNumeric(paid)
    await recordPaidElsewhere(tx, { bookingId, amount, note: 'Import undone', by, now })
  }
  for (let at = 0; at < ids.length; at += AT_ONCE) await cancelUnpaid(tx, { ids: ids.slice(at, at + AT_ONCE), now, by })
  return undefined
})

/** A statement takes at most 65,535 values. */
const AT_ONCE = 1000

/** The ledger of each booking of the import. */
const listPaid = (tx: Tx, { subjectId }: Pick<AuditRow, 'subjectId'>) =>
  tx
    .select({ bookingId: ledger.bookingId, paid: sql<string>`sum(${ledger.amount})::text` })
    .from(ledger)
    .innerJoin(importedBookings, eq(importedBookings.bookingId, ledger.bookingId))
    .where(eq(importedBookings.importId, subjectId))
    .groupBy(ledger.bookingId)

/**
 * The bookings of the import that something was done with since, and not undone. A private note stays with its record.
 */
async function listChanged(
  tx: Tx,
  { subjectId, happenedAt }: Pick<AuditRow, 'subjectId' | 'happenedAt'>,
): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select b.id from imported_bookings i join bookings b on b.id = i.booking_id
    where i.import_id = ${subjectId} and (
      b.status <> 'confirmed' or exists (select from payments p where p.booking_id = b.id)
      or exists (select from audit a where a.subject = 'booking' and a.subject_id = b.id::text
        and a.action <> 'booking.note-changed' and a.happened_at >= ${happenedAt.toISOString()} and a.undoes is null
        and not exists (select from audit undone where undone.undoes = a.id)))`)
  return rows.map(({ id }) => id)
}

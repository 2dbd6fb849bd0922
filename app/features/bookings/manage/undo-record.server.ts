import { and, eq, gte, inArray, isNull, ne, notExists } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { lockProperty } from '#app/features/availability/property-lock.server.ts'
import type { AuditRow } from '#app/platform/change/audit.server.ts'
import { audit } from '#app/platform/change/change.tables.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { centsFromNumeric } from '#app/shared/money.ts'
import { type Refusal, refuse } from '#app/shared/refusal.ts'
import type { Stay } from '#app/shared/stay.ts'
import { getPaidElsewhere, listPayments } from '../booking-payments.server.ts'
import { bookingChanges, bookingStatuses, bookings } from '../bookings.tables.server.ts'
import { expireOverdue } from '../status/expire-bookings.server.ts'

type Booking = typeof bookings.$inferSelect

export const stayRecord = z.object({
  checkIn: z.iso.date(),
  checkOut: z.iso.date(),
  adults: z.int(),
  children: z.int(),
  infants: z.int(),
  pets: z.int(),
}) satisfies z.ZodType<Stay>

/** A booking after a change by hand, and its money. If either has changed since, the change is not undone. */
export const undoRecord = z.object({
  left: z.object({
    propertyId: z.guid(),
    status: z.enum(bookingStatuses),
    stay: stayRecord,
    total: z.number(),
  }),
  money: z.object({ payments: z.array(z.string()), paidElsewhere: z.number() }),
})
export type UndoRecord = z.output<typeof undoRecord>

type BookingState = UndoRecord['left']
type MoneyState = UndoRecord['money']

/** The dates and party of a booking. */
export function stayOf({ checkInDate, checkOutDate, adults, children, infants, pets }: Booking): Stay {
  return { checkIn: checkInDate, checkOut: checkOutDate, adults, children, infants, pets }
}

/** The parts of a booking that an undo would change. */
export function bookingState(booking: Booking): BookingState {
  const { propertyId, status, totalAmount } = booking
  return { propertyId, status, stay: stayOf(booking), total: centsFromNumeric(totalAmount) }
}

/**
 * Paid, returned, requested and withdrawn amounts. The amount of a coming balance is not part of it. A change of the
 * total changes that, and the undo changes it back.
 */
export async function getMoneyState(tx: Tx, bookingId: string): Promise<MoneyState> {
  const [booking] = await tx.select({ returnDue: bookings.returnDue }).from(bookings).where(eq(bookings.id, bookingId))
  const promised = centsFromNumeric(booking?.returnDue ?? '0')
  const rows = await listPayments(tx, bookingId)
  const payments = rows.map(({ id, status, received, refundDue }) => `${id} ${status} ${received} ${refundDue}`)
  return { payments, paidElsewhere: (await getPaidElsewhere(tx, bookingId)) - promised }
}

/** The locks of these properties, in the transaction of an undo. */
export async function lockProperties(services: Services, tx: Tx, ids: string[]): Promise<void> {
  for (const id of [...new Set(ids)].sort()) {
    await lockProperty(tx, id)
    await expireOverdue(services, tx, id)
  }
}

/** The records that build on the money of a booking. After them, a change of that money is not undone. */
const BUILT_ON = {
  'booking.refunded': 'Money of this stay was refunded since.',
  'booking.returned': 'Money of this stay was recorded as returned since.',
  'booking.moved': 'This stay was moved since.',
  'booking.cancelled': 'This stay was canceled since.',
  'booking.changed-there': 'This stay was changed since.',
  'booking.cancelled-there': 'This stay was canceled since.',
} as const

/**
 * The booking of a change of money, under its property's lock. Or why the change is not undone, in a sentence. A later
 * payment does not prevent it: due amounts are computed again.
 */
export async function findForMoneyUndo(
  services: Services,
  tx: Tx,
  change: AuditRow,
): Promise<{ ok: true; booking: Booking } | Refusal> {
  const isIt = eq(bookings.id, change.subjectId)
  const [found] = await tx.select({ propertyId: bookings.propertyId }).from(bookings).where(isIt)
  if (!found) return refuse('refused', 'The booking is gone.')
  await lockProperties(services, tx, [found.propertyId])
  const undone = alias(audit, 'undone')
  const [built] = await tx
    .select({ action: audit.action })
    .from(audit)
    .where(
      and(
        eq(audit.subjectId, change.subjectId),
        inArray(audit.action, Object.keys(BUILT_ON)),
        gte(audit.happenedAt, change.happenedAt),
        ne(audit.id, change.id),
        isNull(audit.undoes),
        notExists(tx.select({ id: undone.id }).from(undone).where(eq(undone.undoes, audit.id))),
      ),
    )
    .limit(1)
  if (built) return refuse('refused', BUILT_ON[built.action as keyof typeof BUILT_ON])
  // A guest who cancels leaves no audit record.
  const [ended] = await tx
    .select({ toStatus: bookingChanges.toStatus })
    .from(bookingChanges)
    .where(
      and(
        eq(bookingChanges.bookingId, change.subjectId),
        eq(bookingChanges.toStatus, 'cancelled'),
        gte(bookingChanges.changedAt, change.happenedAt),
      ),
    )
  const [booking] = await tx.select().from(bookings).where(isIt)
  if (ended && booking?.status === 'cancelled') return refuse('refused', BUILT_ON['booking.cancelled'])
  return booking ? { ok: true, booking } : refuse('refused', 'The booking is gone.')
}

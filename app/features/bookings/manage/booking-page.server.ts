import { and, asc, desc, eq, sql } from 'drizzle-orm'
import { listConflicts } from '#app/features/availability/conflicts.server.ts'
import { recordAudit, type Undo } from '#app/platform/audit.server.ts'
import { bookingChanges, bookings, emailLogs, properties } from '#app/platform/db/schema.server.ts'
import type { Operator } from '#app/platform/http/operator-access.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { formatMoment } from '#app/shared/dates.ts'
import { summarizeBooking } from '../booking-summary.server.ts'
import { phaseOf } from '../find-booking.server.ts'
import type { ManagedStay, SentMail } from './booking-page.ts'
import { getRefundChoices } from './cancel-stay.server.ts'

/** Everything about a booking for its operator; null if there is none with this reference. */
export async function getManagedStay(services: Services, reference: string): Promise<ManagedStay | null> {
  const { db, clock, config } = services
  const [row] = await db
    .select({ booking: bookings, property: properties })
    .from(bookings)
    .innerJoin(properties, eq(properties.id, bookings.propertyId))
    .where(eq(bookings.reference, reference))
  if (!row) return null
  const { booking, property } = row
  const now = clock.now()
  const summary = await summarizeBooking(db, row)
  const conflicts = booking.status === 'pending' ? await listConflicts(services, { bookingId: booking.id }) : []
  return {
    ...summary,
    status: booking.status,
    phase: phaseOf(summary, now),
    source: booking.source,
    privateNote: booking.privateNote ?? '',
    guestUrl: `${config.siteUrl}/stay/${booking.token}`,
    conflicts: conflicts.map(({ nights, claim }) => ({
      ...nights,
      by: claim.kind === 'block' ? null : claim.calendar,
    })),
    refundChoices:
      booking.status === 'confirmed'
        ? await getRefundChoices(services, { booking, timeZone: property.timeZone })
        : null,
    history: await listHistory(services, { id: booking.id, timeZone: property.timeZone }),
    mails: await listMails(services, { reference, timeZone: property.timeZone }),
  }
}

async function listHistory({ db }: Services, { id, timeZone }: { id: string; timeZone: string }) {
  const { toStatus, cause, operatorName, reason, changedAt } = bookingChanges
  const rows = await db
    .select({ toStatus, cause, operatorName, reason, changedAt })
    .from(bookingChanges)
    .where(eq(bookingChanges.bookingId, id))
    .orderBy(asc(bookingChanges.number))
  return rows.map(({ changedAt: at, ...change }) => ({ ...change, at: formatMoment(at, timeZone) }))
}

/** The last attempt of each mail about the booking, newest first. */
async function listMails(
  { db }: Services,
  { reference, timeZone }: { reference: string; timeZone: string },
): Promise<SentMail[]> {
  const { to, subject, status, error, createdAt, mailId, id } = emailLogs
  const mail = sql`coalesce(${mailId}, ${id})`
  const last = db
    .selectDistinctOn([mail], { to, subject, status, error, createdAt })
    .from(emailLogs)
    .where(sql`${emailLogs.payload} ->> 'reference' = ${reference}`)
    .orderBy(mail, desc(createdAt))
    .as('last')
  const rows = await db.select().from(last).orderBy(desc(last.createdAt))
  return rows.map(({ createdAt: at, ...row }) => ({ ...row, at: formatMoment(at, timeZone) }))
}

/** Stores the operators' note about a booking. Null if the booking is gone; no audit id if nothing changed. */
export async function savePrivateNote(
  { db, clock }: Services,
  { reference, note, by }: { reference: string; note: string; by: Operator },
): Promise<{ auditId?: string } | null> {
  return db.transaction(async (tx) => {
    const ofReference = eq(bookings.reference, reference)
    const [booking] = await tx
      .select({ id: bookings.id, before: bookings.privateNote })
      .from(bookings)
      .where(ofReference)
      .for('update')
    if (!booking) return null
    const after = note || null
    if (after === booking.before) return {}
    await tx.update(bookings).set({ privateNote: after }).where(ofReference)
    const change = { action: 'booking.note-changed', subjectId: booking.id, before: booking.before, after } as const
    return { auditId: await recordAudit(tx, { by, ...change, at: clock.now() }) }
  })
}

/** Brings the earlier note back, unless somebody wrote another one since. */
export const undoNoteChange: Undo = async (tx, _services, { subjectId, before, after }) => {
  const restored = await tx
    .update(bookings)
    .set({ privateNote: before as string | null })
    .where(and(eq(bookings.id, subjectId), sql`${bookings.privateNote} is not distinct from ${after as string | null}`))
    .returning({ id: bookings.id })
  return restored.length > 0 ? undefined : { ok: false, message: 'The note was changed again since.' }
}

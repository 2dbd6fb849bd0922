import { eq } from 'drizzle-orm'
import { listConflicts, type NightConflict } from '#app/features/availability/conflicts.server.ts'
import { recordAudit } from '#app/platform/change/audit.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { bookings, occupancies } from '#app/platform/db/schema.server.ts'
import type { Operator } from '#app/platform/http/operator-access.server.ts'
import { enqueueMail } from '#app/platform/mail/mail.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { referenceFrom } from './booking-reference.ts'
import { getBookingMailData } from './booking-summary.server.ts'
import { type BookingStatus, changeStatus } from './change-status.server.ts'
import { withBookingLock } from './expire-bookings.server.ts'
import { stayConfirmedMails } from './mail/booking-confirmed.mail.tsx'
import { stayDeclinedMails } from './mail/booking-declined.mail.tsx'
import { agreeSchedule } from './payments/agree-schedule.server.ts'

export type AnswerRefusal =
  | { ok: false; reason: 'not-found' }
  | { ok: false; reason: 'not-pending'; status: BookingStatus }
  | { ok: false; reason: 'conflict'; conflicts: NightConflict[] }
export type AnswerOutcome = { ok: true; auditId: string } | AnswerRefusal

/** `by` is absent for a command on the server. */
type Answer = { reference: string; by?: Operator }

/**
 * Confirms a booking request and emails the guest. Blocks and imports that arrived meanwhile refuse it unless the operator
 * confirms anyway.
 */
export function confirmBooking(
  services: Services,
  { reference, by, despiteConflict = false }: Answer & { despiteConflict?: boolean },
): Promise<AnswerOutcome> {
  return answer(services, reference, async (tx, id) => {
    const conflicts = await listConflicts({ db: tx, clock: services.clock }, { bookingId: id })
    if (conflicts.length > 0 && !despiteConflict) return { ok: false, reason: 'conflict', conflicts }
    const auditId = await answerRequest(services, tx, { id, to: 'confirmed', by })
    await agreeSchedule(tx, { bookingId: id, now: services.clock.now() })
    await enqueueMail(services, tx, stayConfirmedMails(await getBookingMailData(services, tx, id)))
    return { ok: true, auditId }
  })
}

/** Declines a booking request, frees its nights and emails the guest, with the operator's reason if there is one. */
export function declineBooking(
  services: Services,
  { reference, by, reason = null }: Answer & { reason?: string | null },
): Promise<AnswerOutcome> {
  return answer(services, reference, async (tx, id) => {
    const auditId = await answerRequest(services, tx, { id, to: 'declined', by, reason })
    await tx.delete(occupancies).where(eq(occupancies.bookingId, id))
    await enqueueMail(services, tx, stayDeclinedMails(await getBookingMailData(services, tx, id), { reason }))
    return { ok: true, auditId }
  })
}

async function answerRequest(
  { clock }: Services,
  tx: Tx,
  { id, to, by, reason }: { id: string; to: 'confirmed' | 'declined'; by?: Operator; reason?: string | null },
): Promise<string> {
  const at = clock.now()
  await changeStatus(tx, { ids: [id], from: 'pending', to, cause: 'operator', at, by, reason })
  return recordAudit(tx, { by, action: `booking.${to}`, subjectId: id, before: 'pending', after: to, reason, at })
}

async function answer(
  services: Services,
  reference: string,
  work: (tx: Tx, id: string) => Promise<AnswerOutcome>,
): Promise<AnswerOutcome> {
  const where = eq(bookings.reference, referenceFrom(reference))
  const outcome = await withBookingLock(services, { where }, async (tx, { id, status }): Promise<AnswerOutcome> => {
    return status === 'pending' ? work(tx, id) : { ok: false, reason: 'not-pending', status }
  })
  if (!outcome) return { ok: false, reason: 'not-found' }
  if (outcome.ok) services.log.info({ event: 'booking.answered', reference }, 'booking request answered')
  return outcome
}

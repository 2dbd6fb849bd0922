import { eq } from 'drizzle-orm'
import { listConflicts, type NightConflict } from '#app/features/availability/conflicts.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { bookings, occupancies } from '#app/platform/db/schema.server.ts'
import { enqueueMail } from '#app/platform/mail/mail.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { type BookingStatus, changeStatus } from './booking-changes.server.ts'
import { getBookingMailData } from './booking-summary.server.ts'
import { withBookingsLock } from './expire-bookings.server.ts'
import { stayConfirmedMails, stayDeclinedMails } from './mail/booking-answer.mail.tsx'

export type AnswerRefusal =
  | { ok: false; reason: 'not-found' }
  | { ok: false; reason: 'not-pending'; status: BookingStatus }
  | { ok: false; reason: 'conflict'; conflicts: NightConflict[] }
export type AnswerOutcome = { ok: true } | AnswerRefusal

type Request = { reference: string }

/**
 * Confirms a booking request and emails the guest. Blocks and imports that arrived meanwhile refuse it unless the operator
 * confirms anyway.
 */
export function confirmBooking(
  services: Services,
  { reference, despiteConflict = false }: Request & { despiteConflict?: boolean },
): Promise<AnswerOutcome> {
  return answer(services, reference, async (tx, id) => {
    const conflicts = await listConflicts({ db: tx, clock: services.clock }, { bookingId: id })
    if (conflicts.length > 0 && !despiteConflict) return { ok: false, reason: 'conflict', conflicts }
    await changeStatus(tx, { ids: [id], from: 'pending', to: 'confirmed', cause: 'operator', at: services.clock.now() })
    await enqueueMail(services, tx, stayConfirmedMails(await getBookingMailData(services, tx, id)))
    return { ok: true }
  })
}

/** Declines a booking request, frees its nights and emails the guest. */
export function declineBooking(services: Services, { reference }: Request): Promise<AnswerOutcome> {
  return answer(services, reference, async (tx, id) => {
    await changeStatus(tx, { ids: [id], from: 'pending', to: 'declined', cause: 'operator', at: services.clock.now() })
    await tx.delete(occupancies).where(eq(occupancies.bookingId, id))
    await enqueueMail(services, tx, stayDeclinedMails(await getBookingMailData(services, tx, id)))
    return { ok: true }
  })
}

async function answer(
  services: Services,
  reference: string,
  work: (tx: Tx, id: string) => Promise<AnswerOutcome>,
): Promise<AnswerOutcome> {
  const { db, log } = services
  const is = eq(bookings.reference, reference.trim().toUpperCase())
  const [found] = await db.select({ id: bookings.id, propertyId: bookings.propertyId }).from(bookings).where(is)
  if (!found) return { ok: false, reason: 'not-found' }
  const outcome = await withBookingsLock(services, [found.propertyId], async (tx): Promise<AnswerOutcome> => {
    const [now] = await tx.select({ status: bookings.status }).from(bookings).where(is)
    if (now?.status !== 'pending') return { ok: false, reason: 'not-pending', status: now?.status ?? 'expired' }
    return work(tx, found.id)
  })
  if (outcome.ok) log.info({ event: 'booking.answered', reference }, 'booking request answered')
  return outcome
}

import { eq } from 'drizzle-orm'
import { listConflicts, type NightConflict } from '#app/features/availability/conflicts.server.ts'
import { lockHome } from '#app/features/availability/home-lock.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { retryTransaction } from '#app/platform/db/retry.server.ts'
import { bookings, occupancies } from '#app/platform/db/schema.server.ts'
import { enqueueMail } from '#app/platform/mail/mail.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { type BookingStatus, changeStatus } from './booking-changes.server.ts'
import { getBookingMailData } from './booking-summary.server.ts'
import { expireOverdue } from './expire-bookings.server.ts'
import { stayConfirmedMails, stayDeclinedMails } from './mail/booking-answer.mail.tsx'

export type AnswerRefusal =
  | { ok: false; reason: 'not-found' }
  | { ok: false; reason: 'not-pending'; status: BookingStatus }
  | { ok: false; reason: 'conflict'; conflicts: NightConflict[] }
export type AnswerOutcome = { ok: true } | AnswerRefusal

type Request = { reference: string }

/**
 * Makes a request a booking. Blocks and imports that came meanwhile refuse it, unless the operator says that it is to stand
 * all the same. The guest is told.
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

/** Turns a request away: its nights are free again, and the guest is told. */
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
  const outcome = await retryTransaction(() =>
    db.transaction(
      async (tx): Promise<AnswerOutcome> => {
        await lockHome(tx, found.propertyId)
        await expireOverdue(services, tx, found.propertyId)
        const [now] = await tx.select({ status: bookings.status }).from(bookings).where(is)
        if (now?.status !== 'pending') return { ok: false, reason: 'not-pending', status: now?.status ?? 'expired' }
        return work(tx, found.id)
      },
      // At a stricter level the snapshot would be taken before the home's lock is granted.
      { isolationLevel: 'read committed' },
    ),
  )
  if (outcome.ok) log.info({ reference }, 'a request was answered')
  return outcome
}

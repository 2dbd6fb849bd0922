import { and, eq, inArray, lte, or, sql } from 'drizzle-orm'
import { lockHome } from '#app/features/availability/home-lock.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { retryTransaction } from '#app/platform/db/retry.server.ts'
import { bookings, occupancies } from '#app/platform/db/schema.server.ts'
import { enqueueMail } from '#app/platform/mail/mail.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { changeStatus } from './booking-changes.server.ts'
import { getBookingMailData } from './booking-summary.server.ts'
import { stayExpiredMail, stayExpiredOperatorMail } from './mail/booking-answer.mail.tsx'

const holdIsOver = (now: Date) => and(eq(occupancies.kind, 'hold'), lte(occupancies.expiresAt, now))
const requestIsOver = (now: Date) => and(eq(bookings.status, 'pending'), lte(bookings.answerBy, now))

/**
 * Frees the nights of a home's holds whose time is over, and of its requests that nobody answered in time; the bookings are
 * expired with them, and those who asked are told. Whoever calls this has the home's lock.
 */
export async function expireOverdue(services: Services, tx: Tx, propertyId: string): Promise<void> {
  const at = services.clock.now()
  const held = await tx
    .delete(occupancies)
    .where(and(eq(occupancies.propertyId, propertyId), holdIsOver(at)))
    .returning({ bookingId: occupancies.bookingId })
  const ids = held.flatMap((row) => row.bookingId ?? [])
  await changeStatus(tx, { ids, from: 'held', to: 'expired', cause: 'time', at })

  const late = await tx
    .select({ id: bookings.id })
    .from(bookings)
    .where(and(eq(bookings.propertyId, propertyId), requestIsOver(at)))
  const expired = await changeStatus(tx, {
    ids: late.map(({ id }) => id),
    from: 'pending',
    to: 'expired',
    cause: 'time',
    at,
  })
  if (expired.length === 0) return
  await tx.delete(occupancies).where(inArray(occupancies.bookingId, expired))
  for (const id of expired) {
    const data = await getBookingMailData(services, tx, id)
    const guestHasMail = await enqueueMail(services, tx, stayExpiredMail(data))
    await enqueueMail(services, tx, stayExpiredOperatorMail(data, { guestHasMail }))
  }
}

/** Expires what is over, of every home. A home that fails is told in the log, and the others are done all the same. */
export async function expireAllOverdue(services: Services): Promise<void> {
  const { db, clock, log } = services
  const now = clock.now()
  const homes = await db
    .selectDistinct({ propertyId: occupancies.propertyId })
    .from(occupancies)
    .leftJoin(bookings, eq(bookings.id, occupancies.bookingId))
    .where(or(holdIsOver(now), requestIsOver(now)))
    .orderBy(sql`1`)
  for (const { propertyId } of homes) {
    try {
      await retryTransaction(() =>
        db.transaction(
          async (tx) => {
            await lockHome(tx, propertyId)
            await expireOverdue(services, tx, propertyId)
          },
          { isolationLevel: 'read committed' },
        ),
      )
    } catch (error) {
      log.error({ err: error, propertyId }, 'what is over could not be expired')
    }
  }
}

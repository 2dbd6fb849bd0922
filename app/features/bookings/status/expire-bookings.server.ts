import { and, eq, gt, inArray, lte, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { occupancies } from '#app/features/availability/availability.tables.server.ts'
import { withPropertyLock } from '#app/features/availability/property-lock.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { enqueueMail } from '#app/platform/mail/mail.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { getBookingMailData } from '../booking-summary.server.ts'
import { bookings, quotes } from '../bookings.tables.server.ts'
import { isPaymentOfOffer } from '../hold-kinds.server.ts'
import { stayExpiredMail, stayExpiredOperatorMail } from '../mail/booking-expired.mail.tsx'
import { changeStatus } from './change-status.server.ts'

const holdIsOver = (now: Date) => and(eq(occupancies.kind, 'hold'), lte(occupancies.expiresAt, now))
const requestIsOver = (now: Date) => and(eq(bookings.status, 'pending'), lte(bookings.answerBy, now))

/** `withPropertyLock` for changes of bookings and holds: expires what is overdue in these properties before `work` runs. */
export function withBookingsLock<T>(
  services: Services,
  propertyIds: [string, ...string[]],
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  return withPropertyLock(services, propertyIds, async (tx) => {
    for (const propertyId of new Set(propertyIds)) await expireOverdue(services, tx, propertyId)
    return work(tx)
  })
}

/**
 * `withBookingsLock` for one booking, and for the properties `also`; null if there is no such booking. A booking that was moved
 * to another property while this waited is locked there.
 */
export async function withBookingLock<T>(
  services: Services,
  { where, also = [] }: { where: SQL; also?: string[] },
  work: (tx: Tx, booking: typeof bookings.$inferSelect) => Promise<T>,
): Promise<T | null> {
  const [found] = await services.db.select({ propertyId: bookings.propertyId }).from(bookings).where(where)
  if (!found) return null
  const done = await withBookingsLock(services, [found.propertyId, ...also], async (tx) => {
    const [booking] = await tx.select().from(bookings).where(where)
    return booking?.propertyId === found.propertyId ? { outcome: await work(tx, booking) } : null
  })
  return done ? done.outcome : withBookingLock(services, { where, also }, work)
}

/** Frees the nights of expired holds, and of requests past their deadline. Needs the property's lock. */
export async function expireOverdue(services: Services, tx: Tx, propertyId: string): Promise<void> {
  const at = services.clock.now()
  const ended = await returnToOffers(tx, propertyId, at)
  const held = await tx
    .delete(occupancies)
    .where(and(eq(occupancies.propertyId, propertyId), holdIsOver(at)))
    .returning({ bookingId: occupancies.bookingId })
  const unpaid = [...ended, ...held.flatMap((row) => row.bookingId ?? [])]
  await changeStatus(tx, { ids: unpaid, from: 'held', to: 'expired', cause: 'time', at })

  const late = await tx
    .select({ id: bookings.id })
    .from(bookings)
    .where(and(eq(bookings.propertyId, propertyId), requestIsOver(at)))
  const unanswered = late.map(({ id }) => id)
  const expired = await changeStatus(tx, { ids: unanswered, from: 'pending', to: 'expired', cause: 'time', at })
  if (expired.length === 0) return
  await tx.delete(occupancies).where(inArray(occupancies.bookingId, expired))
  for (const id of expired) {
    const data = await getBookingMailData(services, tx, id)
    const guestHasMail = await enqueueMail(services, tx, stayExpiredMail(data))
    await enqueueMail(services, tx, stayExpiredOperatorMail(data, { guestHasMail }))
  }
}

/**
 * Holds nights for their offer again after a card payment of them that was abandoned. Returns the bookings of such
 * payments.
 */
async function returnToOffers(tx: Tx, propertyId: string, at: Date): Promise<string[]> {
  const { id, bookingId } = occupancies
  const paid = alias(quotes, 'paid')
  const rows = await tx
    .select({ id, bookingId, offer: quotes.id, expiresAt: quotes.expiresAt })
    .from(occupancies)
    .innerJoin(bookings, eq(bookings.id, bookingId))
    .innerJoin(paid, eq(paid.id, bookings.quoteId))
    .innerJoin(quotes, eq(quotes.id, sql`coalesce(${paid.originId}, ${paid.id})`))
    .where(and(eq(occupancies.propertyId, propertyId), holdIsOver(at), isPaymentOfOffer, gt(quotes.expiresAt, at)))
  for (const { id: hold, offer, expiresAt } of rows) {
    await tx.update(occupancies).set({ quoteId: offer, bookingId: null, expiresAt }).where(eq(id, hold))
  }
  return rows.flatMap((row) => row.bookingId ?? [])
}

/** Expires what is overdue in every property. A property that fails is logged and does not stop the others. */
export async function expireAllOverdue(services: Services): Promise<void> {
  const { db, clock, log } = services
  const now = clock.now()
  const rows = await db
    .selectDistinct({ propertyId: occupancies.propertyId })
    .from(occupancies)
    .leftJoin(bookings, eq(bookings.id, occupancies.bookingId))
    .where(or(holdIsOver(now), requestIsOver(now)))
    .orderBy(sql`1`)
  for (const { propertyId } of rows) {
    try {
      await withBookingsLock(services, [propertyId], async () => {})
    } catch (error) {
      log.error({ event: 'booking.not-expired', err: error, propertyId }, 'overdue bookings could not be expired')
    }
  }
}

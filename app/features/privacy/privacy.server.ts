import { and, eq, gte, inArray, isNotNull, isNull, lt, ne, notExists, or, sql } from 'drizzle-orm'
import type { Tx } from '#app/platform/db/database.server.ts'
import {
  bookingChanges,
  bookings,
  cleanerLinks,
  cleanerMailLinks,
  conversations,
  emailLogs,
  giveawayEntries,
  giveawayShares,
  giveaways,
  hostInquiries,
  importFiles,
  inquiries,
  mailMessages,
  newsletterDeliveries,
  newsletterSubscriptions,
  payments,
  stayDoorCodes,
  turnoverImages,
  turnoverMarks,
} from '#app/platform/db/schema.server.ts'
import { deleteExpiredKeys } from '#app/platform/http/idempotency.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { dateInZone } from '#app/shared/dates.ts'
import { type RetentionKey, retainedSince } from '#app/shared/retention.ts'
import { anonymizeBookings, NOBODY } from './anonymize-bookings.server.ts'
import { forgetCleaners } from './forget-cleaners.server.ts'
import { removeMailFilesBefore } from './mail-files.server.ts'

type Step = (tx: Tx, since: Date, services: Services) => Promise<unknown>

const dateOf = (since: Date) => dateInZone(since, 'UTC')
const stillNamed = ne(bookings.guestEmail, NOBODY.guestEmail)

const closedBefore = (tx: Tx, since: Date) =>
  tx.select({ id: giveaways.id }).from(giveaways).where(lt(giveaways.closesAt, since))

async function forgetStays(tx: Tx, over: ReturnType<typeof and>): Promise<void> {
  // Unsettled money still needs its guest.
  const unsettled = tx
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.bookingId, bookings.id), isNotNull(payments.nextAt)))
  const rows = await tx
    .select({ id: bookings.id })
    .from(bookings)
    .where(and(stillNamed, over, eq(bookings.returnDue, '0'), notExists(unsettled)))
  await anonymizeBookings(
    tx,
    rows.map(({ id }) => id),
  )
}

/** The action when a retention period ends; `since` is its beginning. */
const STEPS: Record<RetentionKey, Step> = {
  // Only hidden from this day on: there is nothing to delete.
  stayPage: async () => {},
  stayRequests: async (tx, since) => {
    const isOver = lt(bookings.checkOutDate, dateOf(since))
    const hasAny = or(
      isNotNull(bookings.guestPhone),
      isNotNull(bookings.specialRequests),
      isNotNull(bookings.privateNote),
    )
    const nothing = { guestPhone: null, specialRequests: null, privateNote: null }
    await tx.update(bookings).set(nothing).where(and(isOver, hasAny))
    const over = tx.select({ id: bookings.id }).from(bookings).where(isOver)
    await tx.delete(stayDoorCodes).where(inArray(stayDoorCodes.bookingId, over))
  },
  bookings: (tx, since) => forgetStays(tx, lt(bookings.checkOutDate, dateOf(since))),
  requests: (tx, since) => {
    const received = tx
      .select({ id: payments.id })
      .from(payments)
      .where(and(eq(payments.bookingId, bookings.id), sql`${payments.received} > 0`))
    // A confirmed booking belongs to the accounts, however it was paid or ended.
    const { bookingId, toStatus, changedAt } = bookingChanges
    const keeps = or(eq(toStatus, 'confirmed'), gte(changedAt, since))
    const recentOrConfirmed = tx
      .select({ number: bookingChanges.number })
      .from(bookingChanges)
      .where(and(eq(bookingId, bookings.id), keeps))
    const isOver = inArray(bookings.status, ['declined', 'cancelled', 'expired'])
    return forgetStays(tx, and(isOver, notExists(recentOrConfirmed), notExists(received)))
  },
  importFiles: (tx, since) => tx.delete(importFiles).where(lt(importFiles.createdAt, since)),
  messages: async (tx, since) => {
    await tx.delete(inquiries).where(lt(inquiries.createdAt, since))
    await tx.delete(mailMessages).where(lt(mailMessages.createdAt, since))
    await tx.delete(conversations).where(lt(conversations.lastAt, since))
  },
  hostInquiries: (tx, since) => tx.delete(hostInquiries).where(lt(hostInquiries.createdAt, since)),
  // Share rows are frozen against updates once the draw is published, so delete them: without the address they mean nothing.
  shareAddresses: (tx, since) =>
    tx.delete(giveawayShares).where(inArray(giveawayShares.giveawayId, closedBefore(tx, since))),
  entries: async (tx, since) => {
    const over = closedBefore(tx, since)
    await tx.delete(giveawayShares).where(inArray(giveawayShares.giveawayId, over))
    await tx.delete(giveawayEntries).where(inArray(giveawayEntries.giveawayId, over))
  },
  newsletterUnconfirmed: (tx, since) => {
    const { askedAt, confirmedAt, unsubscribedAt } = newsletterSubscriptions
    const unanswered = and(isNull(confirmedAt), isNull(unsubscribedAt), lt(askedAt, since))
    return tx.delete(newsletterSubscriptions).where(unanswered)
  },
  turnoverMarks: async (tx, since) => {
    await tx.delete(turnoverMarks).where(lt(turnoverMarks.day, dateOf(since)))
    await tx.delete(cleanerMailLinks).where(lt(cleanerMailLinks.createdAt, since))
  },
  // The images are uploads that nothing shows then, and are cleaned up as such.
  damagePhotos: (tx, since) => tx.delete(turnoverImages).where(lt(turnoverImages.handledAt, since)),
  cleanerLinks: (tx, since) => forgetCleaners(tx, lt(cleanerLinks.revokedAt, since)),
  mails: async (tx, since, services) => {
    await tx.delete(emailLogs).where(lt(emailLogs.createdAt, since))
    await tx.delete(newsletterDeliveries).where(lt(newsletterDeliveries.sentAt, since))
    await removeMailFilesBefore(services, since)
  },
  repeatedForms: (db, _since, { clock }) => deleteExpiredKeys({ db, clock }),
}

/** Deletes what is past its retention period. A failed step is logged, and the others still run. */
export async function applyRetention(services: Services): Promise<void> {
  const { db, clock, log } = services
  for (const key of Object.keys(STEPS) as RetentionKey[]) {
    try {
      await db.transaction((tx) => STEPS[key](tx, retainedSince(key, clock.now()), services))
    } catch (error) {
      log.error({ event: 'privacy.cleanup-failed', err: error, what: key }, 'retention cleanup failed')
    }
  }
}

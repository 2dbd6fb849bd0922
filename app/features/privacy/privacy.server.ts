import { and, eq, gte, inArray, isNotNull, isNull, lt, ne, notExists, or, sql } from 'drizzle-orm'
import { SITE_TABLES } from '#app/features/all-tables.server.ts'
import { bookingChanges, bookings } from '#app/features/bookings/bookings.tables.server.ts'
import { payments } from '#app/features/bookings/payments/payments.tables.server.ts'
import { giveawayEntries, giveawayShares, giveaways } from '#app/features/giveaway/giveaway.tables.server.ts'
import { stayDoorCodes } from '#app/features/guest-messages/guest-messages.tables.server.ts'
import { newsletterSubscriptions } from '#app/features/newsletter/newsletter.tables.server.ts'
import { cleanerLinks } from '#app/features/turnovers/turnovers.tables.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { columnNamed } from '#app/platform/db/site-table.server.ts'
import { deleteExpiredKeys } from '#app/platform/http/idempotency.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { dateInZone } from '#app/shared/dates.ts'
import { RETENTION_KEYS, type RetentionKey, retainedSince } from '#app/shared/retention.ts'
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

/** Further steps at the end of a period, beside the deletion of old rows; `since` is its beginning. */
const STEPS: { [Key in RetentionKey]?: Step } = {
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
  // Share rows are frozen against updates once the draw is published, so delete them: without the address they mean nothing.
  shareAddresses: (tx, since) =>
    tx.delete(giveawayShares).where(inArray(giveawayShares.giveawayId, closedBefore(tx, since))),
  entries: async (tx, since) => {
    const over = closedBefore(tx, since)
    await tx.delete(giveawayShares).where(inArray(giveawayShares.giveawayId, over))
    await tx.delete(giveawayEntries).where(inArray(giveawayEntries.giveawayId, over))
  },
  newsletterUnconfirmed: (tx, since) => {
    const { requestedAt, confirmedAt, unsubscribedAt } = newsletterSubscriptions
    const unanswered = and(isNull(confirmedAt), isNull(unsubscribedAt), lt(requestedAt, since))
    return tx.delete(newsletterSubscriptions).where(unanswered)
  },
  cleanerLinks: (tx, since) => forgetCleaners(tx, lt(cleanerLinks.revokedAt, since)),
  mails: (_tx, since, services) => removeMailFilesBefore(services, since),
  repeatedForms: (db, _since, { clock }) => deleteExpiredKeys({ db, clock }),
}

const isDeletedByAge = (key: RetentionKey) =>
  SITE_TABLES.some(({ retention }) => retention?.period === key && retention.since)

/** The periods that the daily deletion does not know: a page leaves out older data. */
export const NOT_DELETED = RETENTION_KEYS.filter((key) => !STEPS[key] && !isDeletedByAge(key))

/** Deletes the rows whose table names this period. Photos are cleaned up as uploads that nothing shows. */
async function deleteOldRows(tx: Tx, key: RetentionKey, since: Date): Promise<void> {
  for (const { table, retention } of SITE_TABLES) {
    if (retention?.period !== key || !retention.since) continue
    const column = columnNamed(table, retention.since)
    await tx.delete(table).where(lt(column, column.getSQLType() === 'date' ? dateOf(since) : since))
  }
}

/** Deletes data past its retention period. A failed step is logged, and the others still run. */
export async function applyRetention(services: Services): Promise<void> {
  const { db, clock, log } = services
  for (const key of RETENTION_KEYS) {
    try {
      await db.transaction(async (tx) => {
        const since = retainedSince(key, clock.now())
        await deleteOldRows(tx, key, since)
        await STEPS[key]?.(tx, since, services)
      })
    } catch (error) {
      log.error({ event: 'privacy.cleanup-failed', err: error, what: key }, 'retention cleanup failed')
    }
  }
}

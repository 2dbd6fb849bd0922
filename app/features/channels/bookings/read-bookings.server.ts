import { eq, gt } from 'drizzle-orm'
import type { ChannelManager, RevisionList } from '#app/platform/channels/channel-manager.server.ts'
import type { ChannelRevision } from '#app/platform/channels/channel-revision.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { channelConnections, channelListings, channelRevisions } from '../channels.tables.server.ts'
import { failureWords, isChannelFailure } from '../connection/channel-failure.server.ts'
import { READING_GAP_MS } from '../connection/connection.server.ts'
import { webhookSecret } from './announcement.server.ts'
import { applyRevision } from './apply-revision.server.ts'
import { settleAllOverbookings } from './overbookings.server.ts'
import { canBeApplied } from './platform-stay.server.ts'

/** The clocks of both sides may differ. */
const MARGIN_MS = 5 * 60_000
/** New revisions come while the list is read. */
const MOST_ROUNDS = 20

/**
 * Brings bookings of platforms in: all revisions that were not acknowledged. After a gap these are all since the last
 * complete reading. Each is acknowledged once it is committed. Several processes may run it at once.
 * After a restore nothing is read until an operator confirms.
 */
export async function readBookings(services: Services, signal: AbortSignal): Promise<void> {
  const { db, clock, log } = services
  const [connection] = await db.select().from(channelConnections)
  // A restored copy beside the site would take its bookings off the list.
  if (!connection || connection.heldAt) return
  const startedAt = clock.now()
  try {
    const manager = services.openChannelManager({ server: connection.server, key: connection.apiKey }, signal)
    const since = await missedSince(services, connection.revisionsReadAt)
    let isComplete = since ? await applyAll(services, null, await manager.listBookingsSince(since)) : true
    for (let round = 0; round < MOST_ROUNDS; round += 1) {
      const list = await manager.listRevisions()
      const isWhole = await applyAll(services, manager, list)
      isComplete &&= isWhole
      if (list.revisions.length === 0 || !isWhole) break
    }
    if (isComplete) await db.update(channelConnections).set({ revisionsReadAt: startedAt })
    if (since && !services.config.demo) await askForAnnouncements(services, manager, connection.apiKey)
  } catch (error) {
    if (!isChannelFailure(error)) throw error
    log.warn({ event: 'channels.not-read', reason: failureWords(error) }, 'bookings of platforms could not be read')
  } finally {
    await settleAllOverbookings(services)
  }
}

/** Without announcements, bookings are read each minute all the same. */
async function askForAnnouncements({ config, log }: Services, manager: ChannelManager, apiKey: string): Promise<void> {
  try {
    await manager.setWebhook({ url: `${config.siteUrl}/api/webhooks/channels`, secret: webhookSecret(apiKey) })
  } catch (error) {
    if (!isChannelFailure(error)) throw error
    log.warn({ event: 'channels.no-webhook', reason: failureWords(error) }, 'the channel manager announces nothing')
  }
}

/** Since when revisions may have been missed: during a gap, or before a home had a listing. Null for none. */
async function missedSince({ db, clock }: Services, readAt: Date | null): Promise<Date | null> {
  if (readAt === null) return new Date(0)
  const [newer] = await db
    .select({ id: channelListings.id })
    .from(channelListings)
    .where(gt(channelListings.createdAt, readAt))
    .limit(1)
  if (newer) return new Date(0)
  return clock.now().getTime() - readAt.getTime() > READING_GAP_MS ? new Date(readAt.getTime() - MARGIN_MS) : null
}

/**
 * Applies revisions, and acknowledges each at `manager`; null for those of the list of bookings. Returns whether all
 * were applied. One that fails does not stop the others.
 */
async function applyAll(services: Services, manager: ChannelManager | null, list: RevisionList): Promise<boolean> {
  const { log } = services
  for (const { id, problem } of list.unreadable) {
    log.error({ event: 'channels.unreadable', revision: id, problem }, 'a booking of a platform cannot be read')
  }
  let failed: unknown = null
  let isComplete = true
  for (const revision of list.revisions) {
    try {
      if (await apply(services, revision)) await acknowledge(services, manager, revision)
    } catch (error) {
      if (isChannelFailure(error)) failed = error
      else log.error({ event: 'channels.not-applied', revision: revision.id, err: error }, 'a booking was not applied')
      isComplete = false
    }
  }
  if (failed) throw failed
  return isComplete
}

/** Whether it may be acknowledged: what cannot be a stay is left to the channel manager, which mails its operator. */
async function apply(services: Services, revision: ChannelRevision): Promise<boolean> {
  if (canBeApplied(revision)) {
    await applyRevision(services, revision)
    return true
  }
  const { id } = revision
  services.log.error({ event: 'channels.unreadable', revision: id, problem: 'no dates' }, 'a booking has no dates')
  return false
}

async function acknowledge({ db, clock }: Services, manager: ChannelManager | null, { id }: ChannelRevision) {
  if (!manager) return
  await manager.acknowledge(id)
  await db.update(channelRevisions).set({ acknowledgedAt: clock.now() }).where(eq(channelRevisions.id, id))
}

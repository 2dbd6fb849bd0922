import type { Services } from '#app/platform/services.server.ts'
import { mailCalendarConflicts, mailFailingFeeds } from './calendar-alerts.server.ts'
import { syncDueFeeds } from './sync-feed.server.ts'

/**
 * Syncs the calendar feeds that are due, and emails the operator about conflicts and failing feeds. Several processes may run
 * it at once. When `signal` is aborted, running syncs stop and are repeated later.
 */
export async function syncCalendars(services: Services, signal: AbortSignal): Promise<void> {
  await syncDueFeeds(services, signal)
  await mailCalendarConflicts(services)
  await mailFailingFeeds(services)
}

import type { Services } from '#app/platform/services.server.ts'
import { mailCalendarConflicts, mailFailingFeeds } from './calendar-alerts.server.ts'
import { syncDueFeeds } from './sync-feed.server.ts'

/**
 * Reads the calendars of other sites that are due, and emails the operator about conflicts and calendars that fail. Several processes
 * may run it at once. Once `signal` is aborted, what is being read is given up and read again later.
 */
export async function syncCalendars(services: Services, signal: AbortSignal): Promise<void> {
  await syncDueFeeds(services, signal)
  await mailCalendarConflicts(services)
  await mailFailingFeeds(services)
}

import { setTimeout as wait } from 'node:timers/promises'
import type { Services } from '#app/platform/services.server.ts'
import { mailCalendarConflicts } from './conflict-mails.server.ts'
import { mailFailingFeeds } from './failing-feeds.server.ts'
import { syncDueFeeds } from './sync-feed.server.ts'

const INTERVAL_MS = 60_000

/**
 * Reads the calendars of other sites from now on, each when it is due, and tells the operator of
 * two guests for the same nights and of calendars that fail. Several
 * processes may, and share it. Gives the function that ends it: what is being read then is given up, and read again later.
 */
export function startCalendarSync(services: Services): () => Promise<void> {
  const stopping = new AbortController()
  const { signal } = stopping
  const run = async () => {
    while (!signal.aborted) {
      try {
        await syncDueFeeds(services, signal)
        await mailCalendarConflicts(services)
        await mailFailingFeeds(services)
      } catch (error) {
        services.log.error({ err: error }, 'the calendars of other sites could not be looked after')
      }
      await wait(INTERVAL_MS, undefined, { signal, ref: false }).catch(() => {})
    }
  }
  const running = run()
  return async () => {
    stopping.abort()
    await running
  }
}

import { setTimeout as wait } from 'node:timers/promises'
import type { Services } from '#app/platform/services.server.ts'
import { tellOfDisputes } from './dispute-mails.server.ts'
import { tellOfFailingFeeds } from './failing-feeds.server.ts'
import { syncDueFeeds } from './sync-feed.server.ts'

const LOOK_EVERY_MS = 60_000

/**
 * Reads the calendars of other sites from now on, each when it is due, and tells the operator of
 * two guests for the same nights and of calendars that fail. Several
 * processes may, and share it. Gives the function that ends it: what is being read then is given up, and read again later.
 */
export function keepCalendars(services: Services): () => Promise<void> {
  const stopping = new AbortController()
  const { signal } = stopping
  const run = async () => {
    while (!signal.aborted) {
      try {
        await syncDueFeeds(services, signal)
        await tellOfDisputes(services)
        await tellOfFailingFeeds(services)
      } catch (error) {
        services.log.error({ err: error }, 'the calendars of other sites could not be looked after')
      }
      await wait(LOOK_EVERY_MS, undefined, { signal, ref: false }).catch(() => {})
    }
  }
  const running = run()
  return async () => {
    stopping.abort()
    await running
  }
}

import { setTimeout as wait } from 'node:timers/promises'
import { isDatabaseUnavailable } from '#app/platform/db/unavailable.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { noticeChanges } from './nights/notice-changes.server.ts'
import { sendDueNights } from './nights/send-nights.server.ts'

/** The polling interval, in milliseconds. */
const POLL_MS = 2000

/** Sends changes of nights to platforms until it is stopped. Returns a function that stops it, and waits. */
export function startChannelWorker(services: Services): () => Promise<void> {
  const stopping = new AbortController()
  const { signal } = stopping
  async function sendAll() {
    while (!signal.aborted) {
      try {
        await noticeChanges(services)
        await sendDueNights(services, signal)
      } catch (error) {
        // The log says once that the database is unavailable.
        if (!isDatabaseUnavailable(error)) services.log.error({ event: 'channels.error', err: error }, 'sending failed')
      }
      await wait(POLL_MS, undefined, { signal }).catch(() => {})
    }
  }
  const working = sendAll()
  return async () => {
    stopping.abort()
    await working
  }
}

import { setTimeout as wait } from 'node:timers/promises'
import { isDatabaseUnavailable } from '#app/platform/db/unavailable.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { sendDueWebhooks, type WebhookLines } from './send-webhooks.server.ts'

/** The polling interval, in milliseconds. */
const POLL_MS = 2000

/** Sends webhooks until it is stopped. Returns a function that stops it, and waits for the ones that are being sent. */
export function startWebhookWorker(services: Services): () => Promise<void> {
  const stopping = new AbortController()
  const { signal } = stopping
  const lines: WebhookLines = new Map()
  async function sendAll() {
    while (!signal.aborted) {
      await sendDueWebhooks(services, signal, lines).catch((error) => {
        // The log says once that the database is unavailable.
        if (!isDatabaseUnavailable(error)) services.log.error({ event: 'webhook.error', err: error }, 'webhooks failed')
      })
      await wait(POLL_MS, undefined, { signal }).catch(() => {})
    }
    await Promise.all(lines.values())
  }
  const working = sendAll()
  return async () => {
    stopping.abort()
    await working
  }
}

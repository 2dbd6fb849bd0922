import { createHmac, randomBytes } from 'node:crypto'
import { eq, lt, lte, sql } from 'drizzle-orm'
import { isDatabaseUnavailable } from '#app/platform/db/unavailable.server.ts'
import { safeFetch } from '#app/platform/http/safe-fetch.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { webhookDeliveries } from './webhooks.tables.server.ts'

type SendServices = Pick<Services, 'config' | 'db' | 'log' | 'clock'>

/** How long to wait after each failed attempt, in seconds: about three days in all. */
const RETRY_AFTER = [15, 60, 300, 1800, 7200, 21_600, 43_200, 86_400, 86_400]
/** How long a receiver may take. */
const TIMEOUT_MS = 10_000
/** A claim of a process that died ends after this, in seconds: later than any attempt. */
const CLAIM = 60
const MOST_BYTES = 64 * 1024
const KEPT_DAYS = 30

/** A new key, in the form that the libraries of Standard Webhooks read. */
export const newWebhookSecret = () => `whsec_${randomBytes(32).toString('base64')}`

/**
 * The signature of a delivery, as Standard Webhooks defines it (https://www.standardwebhooks.com). `timestamp` is in
 * seconds.
 */
function signWebhook(secret: string, { id, timestamp, body }: { id: string; timestamp: number; body: string }) {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
}

const after = (now: Date, seconds: number) => new Date(now.getTime() + seconds * 1000).toISOString()

type Due = { id: string; url: string; secret: string; type: string; data: object; createdAt: string; attempts: number }

/** The lines in which deliveries wait, by webhook. */
export type WebhookLines = Map<string, Promise<number>>

/**
 * Begins to send due deliveries, one after the other to each receiver: one that hangs delays no other. A receiver with
 * a line in `lines` already gets no second one. Several processes may call it: each delivery is claimed by one of them.
 * A receiver may get one twice, if a process dies before it has stored the answer.
 */
export async function sendDueWebhooks(services: SendServices, signal: AbortSignal, lines: WebhookLines): Promise<void> {
  const now = services.clock.now()
  const due = await services.db
    .selectDistinct({ id: webhookDeliveries.webhookId })
    .from(webhookDeliveries)
    .where(lte(webhookDeliveries.nextAt, now))
  for (const { id } of due) {
    if (lines.has(id)) continue
    lines.set(
      id,
      sendInLine(services, id, signal).finally(() => lines.delete(id)),
    )
  }
}

/** Sends due deliveries to one receiver. Returns how many were tried. */
async function sendInLine(services: SendServices, webhookId: string, signal: AbortSignal): Promise<number> {
  let tried = 0
  try {
    while (!signal.aborted) {
      const due = await claimNext(services, webhookId)
      if (!due) break
      tried += 1
      await deliver(services, due, signal)
    }
  } catch (error) {
    // The log says once that the database is unavailable.
    if (!isDatabaseUnavailable(error)) services.log.error({ event: 'webhook.error', err: error }, 'webhooks failed')
  }
  return tried
}

async function claimNext({ db, clock }: SendServices, webhookId: string): Promise<Due | undefined> {
  const now = clock.now()
  const { rows } = await db.execute<Due>(sql`
    update webhook_deliveries set next_at = ${after(now, CLAIM)}::timestamptz
    from webhooks where webhooks.id = webhook_id and webhook_deliveries.id in (
      select id from webhook_deliveries where webhook_id = ${webhookId} and next_at <= ${now.toISOString()}::timestamptz
        order by next_at, created_at limit 1 for update skip locked)
    returning webhook_deliveries.id, url, secret, type, data, attempts,
      to_char(webhook_deliveries.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "createdAt"`)
  return rows[0]
}

async function deliver(services: SendServices, due: Due, stopping: AbortSignal): Promise<void> {
  const { status, error } = await post(services, due, stopping)
  if (error === 'stopped' && stopping.aborted) return
  const attempts = due.attempts + 1
  const result = { attempts, status, error }
  const isIt = eq(webhookDeliveries.id, due.id)
  const says = { delivery: due.id, host: new URL(due.url).host, type: due.type, ...result }
  if (error === null) {
    await services.db
      .update(webhookDeliveries)
      .set({ ...result, deliveredAt: services.clock.now(), nextAt: null })
      .where(isIt)
    services.log.info({ event: 'webhook.delivered', ...says }, 'webhook delivered')
    return
  }
  const wait = RETRY_AFTER[attempts - 1]
  const nextAt = wait === undefined ? null : new Date(after(services.clock.now(), wait))
  await services.db
    .update(webhookDeliveries)
    .set({ ...result, nextAt })
    .where(isIt)
  services.log.warn({ event: nextAt ? 'webhook.failed' : 'webhook.given-up', ...says }, 'webhook not delivered')
}

type Answered = { status: number | null; error: string | null }

async function post({ config, clock }: SendServices, due: Due, stopping: AbortSignal): Promise<Answered> {
  const timestamp = Math.floor(clock.now().getTime() / 1000)
  const body = JSON.stringify({ type: due.type, timestamp: due.createdAt, data: due.data })
  const answer = await safeFetch({
    address: due.url,
    post: body,
    headers: {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
      'user-agent': 'webhooks',
      'webhook-id': due.id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': signWebhook(due.secret, { id: due.id, timestamp, body }),
    },
    maxBytes: MOST_BYTES,
    signal: AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), stopping]),
    allowLoopback: config.demo,
  })
  // The body of an answer with status 200 does not matter.
  if (!answer.ok && answer.reason === 'too-large') return { status: 200, error: null }
  if (!answer.ok) return { status: null, error: answer.reason }
  const isTaken = answer.status >= 200 && answer.status < 300
  return { status: answer.status, error: isTaken ? null : `status ${answer.status}` }
}

/** Deletes deliveries that were sent, or given up, more than 30 days ago. */
export async function deleteOldDeliveries({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  await db
    .delete(webhookDeliveries)
    .where(lt(webhookDeliveries.createdAt, new Date(clock.now().getTime() - KEPT_DAYS * 86_400_000)))
}

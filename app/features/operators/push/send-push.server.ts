import { and, eq, gt, isNull } from 'drizzle-orm'
import webPush from 'web-push'
import { safeFetch } from '#app/platform/http/safe-fetch.server.ts'
import type { QueuedPush } from '#app/platform/push/push.server.ts'
import { pushSubscriptions } from '#app/platform/push/push.tables.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { site } from '#app/platform/site.tables.server.ts'
import { may } from '#app/shared/may.ts'
import { ROLES } from '#app/shared/roles.ts'
import { operatorSessions, users } from '../operators.tables.server.ts'
import { getVapidKeys } from './vapid-keys.server.ts'

/** In seconds. A request is answered within hours: a phone that was off is told of it, but not a day later. */
const KEPT_SECONDS = 6 * 60 * 60

type Sent = 'sent' | 'gone' | 'failed'

/** The device of a session that is valid, and of an operator who sees requests and messages. */
async function findDevice({ db, clock }: Services, sessionId: string) {
  const isValid = and(gt(operatorSessions.expiresAt, clock.now()), isNull(users.suspendedAt))
  const [found] = await db
    .select({
      endpoint: pushSubscriptions.endpoint,
      p256dh: pushSubscriptions.p256dh,
      auth: pushSubscriptions.auth,
      role: users.role,
    })
    .from(pushSubscriptions)
    .innerJoin(operatorSessions, eq(operatorSessions.id, pushSubscriptions.sessionId))
    .innerJoin(users, eq(users.id, operatorSessions.userId))
    .where(and(eq(pushSubscriptions.sessionId, sessionId), isValid))
  return found && may({ scopes: ROLES[found.role].scopes }, 'contacts:read') ? found : null
}

/** Sends one, encrypted for the device. A device that its push service does not know any more is forgotten. */
export async function sendPush(services: Services, push: QueuedPush, signal: AbortSignal): Promise<Sent> {
  const { db, config, log } = services
  const { sessionId, ...payload } = push
  const device = await findDevice(services, sessionId)
  if (!device) return 'gone'
  const [operator] = await db.select({ email: site.email }).from(site)
  const { endpoint, p256dh, auth } = device
  const request = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, JSON.stringify(payload), {
    vapidDetails: { subject: `mailto:${operator?.email}`, ...(await getVapidKeys(services)) },
    TTL: KEPT_SECONDS,
    urgency: 'high',
    contentEncoding: 'aes128gcm',
  })
  // Anyone with an account names the address: it must not be one of our own network.
  const answer = await safeFetch({
    address: request.endpoint,
    headers: Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)])),
    post: request.body ?? '',
    maxBytes: 10_000,
    signal,
    allowLoopback: config.demo,
  })
  if (answer.ok && answer.status < 300) return 'sent'
  const reason = answer.ok ? answer.status : answer.reason
  if (reason === 404 || reason === 410) {
    await db.delete(pushSubscriptions).where(eq(pushSubscriptions.endpoint, endpoint))
    return 'gone'
  }
  log.warn({ event: 'push.failed', host: new URL(endpoint).hostname, reason }, 'a notification was not sent')
  return 'failed'
}

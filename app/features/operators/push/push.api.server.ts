import type { OpenAPIHono } from '@hono/zod-openapi'
import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { apiApp } from '#app/platform/http/openapi.server.ts'
import { type Operator, type OperatorAccess, operatorOnly } from '#app/platform/http/operator-access.server.ts'
import { pushSubscriptions } from '#app/platform/push/push.tables.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import type { Problem } from '#app/shared/problem.ts'
import { PUSH_PATH, type PushState } from './push.ts'
import { getVapidKeys } from './vapid-keys.server.ts'

/** The part of a browser’s `PushSubscription` that is sent to the site. */
const subscriptionSchema = z.object({
  endpoint: z.url().max(1000),
  keys: z.object({
    p256dh: z.string().regex(/^[\w-]{87}=?$/),
    auth: z.string().regex(/^[\w-]{22}={0,2}$/),
  }),
})

const NO_STORE = { 'cache-control': 'no-store' }
const UNREADABLE: Problem = { code: 'invalid-input', message: 'This browser sent a subscription that can’t be read.' }
const NOBODY: Problem = { code: 'not-found', message: 'Nobody signs in to the demo, so no device is told.' }

/** Switches notifications on for the device of a session, and off. */
export function pushApi(services: Services, access: OperatorAccess): OpenAPIHono {
  const { db, clock, config } = services
  const ofSession = ({ session }: Operator) => eq(pushSubscriptions.sessionId, session?.id ?? '')
  const api = apiApp()
  api.get(PUSH_PATH, operatorOnly(access, 'own:read'), async (context) => {
    const by = context.get('operator')
    const { publicKey } = await getVapidKeys(services)
    const isOn = by.session !== null && (await db.$count(pushSubscriptions, ofSession(by))) > 0
    return context.json({ publicKey, isOn } satisfies PushState, 200, NO_STORE)
  })
  api.post(PUSH_PATH, operatorOnly(access, 'own:write'), async (context) => {
    const { session } = context.get('operator')
    if (!session) return context.json(NOBODY, 404)
    const read = subscriptionSchema.safeParse(await context.req.json().catch(() => null))
    if (!read.success || !(read.data.endpoint.startsWith('https:') || config.demo)) return context.json(UNREADABLE, 400)
    const { endpoint, keys } = read.data
    const device = { sessionId: session.id, endpoint, ...keys, createdAt: clock.now() }
    await db.transaction(async (tx) => {
      // The browser had another session before.
      await tx.delete(pushSubscriptions).where(eq(pushSubscriptions.endpoint, endpoint))
      await tx
        .insert(pushSubscriptions)
        .values(device)
        .onConflictDoUpdate({ target: pushSubscriptions.sessionId, set: device })
    })
    return context.body(null, 204, NO_STORE)
  })
  api.delete(PUSH_PATH, operatorOnly(access, 'own:write'), async (context) => {
    await db.delete(pushSubscriptions).where(ofSession(context.get('operator')))
    return context.body(null, 204, NO_STORE)
  })
  return api
}

import { and, eq, isNull, ne } from 'drizzle-orm'
import { type Gateway, PAGE_WAIT_MS, withinRequest } from '#app/platform/gateway/gateway.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { isUuid } from '#app/shared/uuid.ts'
import { gatewayEvents, payments } from './payments.tables.server.ts'
import { reconcilePayment } from './reconcile-payment.server.ts'
import { syncPayout } from './sync-payouts.server.ts'

/**
 * Handles a webhook of the gateway; false if its signature is invalid. Its content is not trusted: the payment, or the
 * payout, is fetched from the gateway. Repeated, late and reordered webhooks are harmless, and the next check makes up
 * for a lost one.
 */
export async function handleWebhook(
  services: Services,
  { body, signature }: { body: string; signature: string },
): Promise<boolean> {
  const { db, gateway, clock, log } = services
  const event = gateway?.parseWebhook(body, signature)
  if (!gateway || !event) return false
  const { id, type, payment, payout } = event
  const isNew = await db.transaction(async (tx) => {
    const stored = await tx
      .insert(gatewayEvents)
      .values({ id, type, payment, receivedAt: clock.now() })
      .onConflictDoNothing()
      .returning({ id: gatewayEvents.id })
    // If this process dies now, the next check continues. A balance keeps the day on which it is charged.
    if (stored.length > 0 && payment) {
      const isIt = and(eq(payments.intentId, payment), ne(payments.status, 'scheduled'))
      await tx.update(payments).set({ nextAt: clock.now() }).where(isIt)
    }
    return stored.length > 0
  })
  if (!isNew) return true
  try {
    // The sender repeats a webhook that is not answered within seconds.
    const limited = withinRequest(gateway, PAGE_WAIT_MS)
    if (payout) await syncPayout(services, limited, payout)
    const paymentId = payment && (await findPayment(services, limited, payment))
    if (paymentId) await reconcilePayment({ ...services, gateway: limited }, paymentId, PAGE_WAIT_MS)
  } catch (error) {
    log.error({ event: 'payment.webhook-failed', err: error, type }, 'webhook not handled, left to the next check')
  }
  return true
}

/** The payment by the gateway's id, or by its metadata if the webhook arrived before our own record. */
async function findPayment({ db }: Services, gateway: Gateway, intentId: string): Promise<string | null> {
  const [known] = await db.select({ id: payments.id }).from(payments).where(eq(payments.intentId, intentId))
  if (known) return known.id
  const { metadata } = await gateway.getPayment(intentId)
  if (!isUuid(metadata.payment ?? '')) return null
  const isIt = eq(payments.id, metadata.payment ?? '')
  await db
    .update(payments)
    .set({ intentId })
    .where(and(isIt, isNull(payments.intentId)))
  const [row] = await db.select({ id: payments.id }).from(payments).where(isIt)
  return row?.id ?? null
}

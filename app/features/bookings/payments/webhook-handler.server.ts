import { and, eq, isNull, ne } from 'drizzle-orm'
import { gatewayEvents, payments } from '#app/platform/db/schema.server.ts'
import type { Gateway } from '#app/platform/gateway/gateway.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { isUuid } from '#app/shared/uuid.ts'
import { reconcilePayment } from './reconcile-payment.server.ts'

/**
 * Takes a message of the gateway: false when it is not the gateway's own. What it says is not believed: it is only why the
 * gateway is asked how the payment stands. One that comes twice, late or in another order does no harm, and one that is lost
 * is made good by the next check.
 */
export async function handleWebhook(
  services: Services,
  { body, signature }: { body: string; signature: string },
): Promise<boolean> {
  const { db, gateway, clock, log } = services
  const event = gateway?.parseWebhook(body, signature)
  if (!gateway || !event) return false
  const { id, type, payment } = event
  const isNew = await db.transaction(async (tx) => {
    const stored = await tx
      .insert(gatewayEvents)
      .values({ id, type, payment, receivedAt: clock.now() })
      .onConflictDoNothing()
      .returning({ id: gatewayEvents.id })
    // Should this process die now, the next check goes on. A card that is charged without its guest keeps its own days.
    if (stored.length > 0 && payment) {
      const isIt = and(eq(payments.intentId, payment), ne(payments.status, 'scheduled'))
      await tx.update(payments).set({ nextAt: clock.now() }).where(isIt)
    }
    return stored.length > 0
  })
  if (!isNew || !payment) return true
  try {
    const paymentId = await findPayment(services, gateway, payment)
    if (paymentId) await reconcilePayment(services, paymentId)
  } catch (error) {
    log.error({ err: error, type }, 'a message of the gateway could not be followed: the next check will')
  }
  return true
}

/** The payment by the gateway's name for it; or, where the gateway was quicker than our own record, by what we had told it. */
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

import { eq } from 'drizzle-orm'
import type { Tx } from '#app/platform/db/database.server.ts'
import { payments } from '#app/platform/db/schema.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { changeStatus } from './booking-changes.server.ts'
import { reconcileBooking } from './payments/reconcile-payment.server.ts'

/** A previous attempt that was paid in another window is a booking, and must not give way. Looked at before the home is locked. */
export async function reconcilePreviousAttempt(
  services: Services,
  own: { bookingId: string | null } | null,
): Promise<void> {
  if (services.gateway && own?.bookingId) await reconcileBooking(services, own.bookingId)
}

/** The guest begins anew while a previous attempt is not paid yet: it gives way, and the next check calls its payment off. */
export async function cancelPreviousAttempt({ clock }: Services, tx: Tx, bookingId: string): Promise<void> {
  const at = clock.now()
  await changeStatus(tx, { ids: [bookingId], from: 'held', to: 'cancelled', cause: 'guest', at })
  await tx.update(payments).set({ nextAt: at }).where(eq(payments.bookingId, bookingId))
}

import { eq } from 'drizzle-orm'
import type { Tx } from '#app/platform/db/database.server.ts'
import { payments } from '#app/platform/db/schema.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { changeStatus } from './booking-changes.server.ts'
import { convergeBooking } from './payments/converge-payment.server.ts'

/** An earlier try that was paid in another window is a booking, and must not give way. Looked at before the home is locked. */
export async function noticeEarlierPayment(services: Services, own: { heldBy: string | null } | null): Promise<void> {
  if (services.gateway && own?.heldBy) await convergeBooking(services, own.heldBy)
}

/** The guest begins anew while an earlier try is not paid yet: it gives way, and the next sweep calls its payment off. */
export async function dropHeld({ clock }: Services, tx: Tx, bookingId: string): Promise<void> {
  const at = clock.now()
  await changeStatus(tx, { ids: [bookingId], from: 'held', to: 'cancelled', cause: 'guest', at })
  await tx.update(payments).set({ nextAt: at }).where(eq(payments.bookingId, bookingId))
}

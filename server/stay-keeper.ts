import { expireAllOverdue } from '#app/features/bookings/expire-bookings.server.ts'
import { deleteOldNightClaims } from '#app/features/bookings/nights-limit.server.ts'
import { reconcileDuePayments } from '#app/features/bookings/payments/reconcile-payment.server.ts'
import type { Services } from '#app/platform/services.server.ts'

const INTERVAL_MS = 15_000

/**
 * Ends, at the start and every 15 seconds, what is over: holds, and requests that nobody answered; and looks after payments
 * that a crash or a lost message has left half done. Old counts of nights are deleted. What ran out while no process ran is ended at the next start. Gives the function that stops it.
 */
export function keepStays(services: Services): () => Promise<void> {
  let underway: Promise<void> | undefined
  const run = () => {
    underway ??= expireAllOverdue(services)
      .then(() => reconcileDuePayments(services))
      .then(() => deleteOldNightClaims(services))
      .catch((error) => services.log.error({ err: error }, 'what is over could not be looked for'))
      .finally(() => {
        underway = undefined
      })
  }
  run()
  const timer = setInterval(run, INTERVAL_MS)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await underway
  }
}

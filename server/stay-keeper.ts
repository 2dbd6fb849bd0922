import { sweepLapsed } from '#app/features/bookings/lapsed-stays.server.ts'
import { forgetNightClaims } from '#app/features/bookings/night-limits.server.ts'
import { sweepPayments } from '#app/features/bookings/payments/converge-payment.server.ts'
import type { Services } from '#app/platform/services.server.ts'

const EVERY_MS = 15_000

/**
 * Ends, at the start and every 15 seconds, what is over: holds, and requests that nobody answered; and looks after payments
 * that a crash or a lost message has left half done. Old counts of nights are deleted. What ran out while no process ran is ended at the next start. Gives the function that stops it.
 */
export function keepStays(services: Services): () => Promise<void> {
  let underway: Promise<void> | undefined
  const sweep = () => {
    underway ??= sweepLapsed(services)
      .then(() => sweepPayments(services))
      .then(() => forgetNightClaims(services))
      .catch((error) => services.log.error({ err: error }, 'what is over could not be looked for'))
      .finally(() => {
        underway = undefined
      })
  }
  sweep()
  const timer = setInterval(sweep, EVERY_MS)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await underway
  }
}

import Stripe from 'stripe'
import { GatewayUnavailable } from './gateway.server.ts'

/**
 * Network errors, timeouts, 5xx, 429, and 409 while an earlier call with the same key runs. The call may be retried. A
 * key that Stripe rejects looks the same to a guest, and the log names it for the operator. An invalid request is a
 * bug.
 */
function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Stripe.errors.StripeError)) return false
  const { statusCode = 0 } = error
  return (
    error instanceof Stripe.errors.StripeConnectionError ||
    statusCode >= 500 ||
    [401, 403, 409, 429].includes(statusCode)
  )
}

/** The answer of the call; `GatewayUnavailable` without one. */
export async function answered<T>(call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (error) {
    if (isUnavailable(error)) throw new GatewayUnavailable('Stripe does not answer', { cause: error })
    throw error
  }
}

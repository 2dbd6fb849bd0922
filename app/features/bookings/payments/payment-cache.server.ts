import type { Gateway, GatewayPayment } from '#app/platform/gateway/gateway.server.ts'
import { limitVisitor } from '#app/platform/rate-limits/visitor.server.ts'
import type { Services } from '#app/platform/services.server.ts'

/** How long a gateway response about an open payment is reused for its page. */
const GOOD_FOR_MS = 10_000
const MOST_KNOWN = 1000

type Answer = { until: number; payment: Promise<GatewayPayment> }

const answers = new WeakMap<Gateway, Map<string, Answer>>()

/** Drops a cached response: the guest may have paid since. */
export function dropCachedPayment(gateway: Gateway, id: string): void {
  answers.get(gateway)?.delete(id)
}

/**
 * The state of a payment, cached briefly while nothing has been paid. So reloads of the page do not call the gateway
 * each time. Throws `GatewayUnavailable` or `RateLimitError`.
 */
export async function getCachedPayment(services: Services, gateway: Gateway, id: string): Promise<GatewayPayment> {
  const now = services.clock.now().getTime()
  const known = answers.get(gateway) ?? new Map<string, Answer>()
  answers.set(gateway, known)
  const before = known.get(id)
  if (before && before.until > now) return before.payment
  await limitVisitor(services, 'payments')
  const answer = { until: now + GOOD_FOR_MS, payment: gateway.getPayment(id) }
  const forget = () => known.get(id) === answer && known.delete(id)
  known.delete(id)
  const oldest = known.size >= MOST_KNOWN ? known.keys().next().value : undefined
  if (oldest !== undefined) known.delete(oldest)
  known.set(id, answer)
  answer.payment.then(({ status }) => status !== 'waiting' && forget(), forget)
  return answer.payment
}

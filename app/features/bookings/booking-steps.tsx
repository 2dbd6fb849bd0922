import type { Cents } from '#app/shared/money.ts'
import { countOf } from '#app/shared/words.ts'

/** The steps of a booking without card payment. */
export const REQUEST_STEPS = ['We hold your dates now', 'We confirm by email', 'You pay after we confirm'] as const

/**
 * The same for a stay of this price, with the ways to pay if they are known. A prize costs nothing. `hours` is the
 * longest time that a request waits; null where the page says until when.
 */
export function requestSteps(total: Cents, { ways, hours }: { ways: string | null; hours: number | null }): string[] {
  const [hold, confirm, pay] = REQUEST_STEPS
  const steps = [hold, hours === null ? confirm : `We answer by email within ${countOf(hours, 'hour')}`]
  if (total <= 0) return steps
  return [...steps, ways ? `Then you pay ${ways}` : pay]
}

type Props = {
  /** The steps of a booking without card payment, unless others are given. */
  steps?: readonly string[]
  /** The current step, from 1; null before the booking. */
  current: number | null
}

export function BookingSteps({ steps = REQUEST_STEPS, current }: Props) {
  return (
    <ol className="booking-steps" aria-label="What happens next">
      {steps.map((step, index) => {
        const isCurrent = index + 1 === current
        return (
          <li key={step} aria-current={isCurrent ? 'step' : undefined}>
            <span className="window booking-step-window" data-lit={isCurrent || undefined} aria-hidden="true" />
            {step}
          </li>
        )
      })}
    </ol>
  )
}

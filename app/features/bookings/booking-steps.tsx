import type { Cents } from '#app/shared/money.ts'

/** Those of a booking without card payment. */
export const REQUEST_STEPS = [
  'We hold your dates now',
  'We confirm by email, usually within a day',
  'You pay after we confirm',
]

/** The same for a stay that costs so much. A prize has nothing to pay. */
export const requestSteps = (total: Cents) => (total > 0 ? REQUEST_STEPS : REQUEST_STEPS.slice(0, 2))

type Props = {
  /** Those of a booking without card payment, unless others are given. */
  steps?: string[]
  /** The present step, from 1; null before the booking. */
  current: number | null
}

/** How a booking goes on. */
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

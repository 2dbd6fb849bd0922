/** Those of a booking without card payment. */
export const REQUEST_STEPS = [
  'We hold your dates now',
  'We confirm by email, usually within a day',
  'You pay after we confirm',
]

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

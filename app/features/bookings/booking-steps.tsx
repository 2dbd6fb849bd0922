import type { Cents } from '#app/shared/money.ts'

/** The steps of a booking without card payment. */
export const REQUEST_STEPS = [
  'We hold your dates now',
  'We confirm by email, usually within a day',
  'You pay after we confirm',
]

/** The same for a stay of this price, with the ways to pay if they are known. A prize costs nothing. */
export function requestSteps(total: Cents, ways: string | null): string[] {
  const steps = REQUEST_STEPS.slice(0, 2)
  if (total <= 0) return steps
  return ways ? [...steps, `Then you pay ${ways}`] : REQUEST_STEPS
}

type Props = {
  /** The steps of a booking without card payment, unless others are given. */
  steps?: string[]
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

const STEPS = ['We hold your dates now', 'We confirm by email, usually within a day', 'You pay then']

/** How a booking without card payment goes on. `current` is the present step, from 1; null before the request. */
export function BookingSteps({ current }: { current: number | null }) {
  return (
    <ol className="booking-steps" aria-label="What happens next">
      {STEPS.map((step, index) => {
        const isCurrent = index + 1 === current
        return (
          <li key={step} aria-current={isCurrent ? 'step' : undefined}>
            <span className="window" data-lit={isCurrent || undefined} aria-hidden="true" />
            {step}
          </li>
        )
      })}
    </ol>
  )
}

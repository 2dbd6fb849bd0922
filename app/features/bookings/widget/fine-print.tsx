type Props = {
  cancellation: string
  termsVersion: string | null
  /** Whether a card is charged, or the operator answers. */
  byCard: boolean
}

/** What pressing the button does, and what it accepts. */
export function FinePrint({ cancellation, termsVersion, byCard }: Props) {
  return (
    <p className="booking-fine">
      {byCard
        ? 'The nights are held for you while you pay by card on the next page; nothing is added later.'
        : 'This sends a request and keeps the nights for you; nothing is charged now, and nothing is added later.'}{' '}
      {cancellation}
      {termsVersion && (
        <>
          {' '}
          By booking you accept our{' '}
          <a
            className="link"
            href={`/terms?version=${encodeURIComponent(termsVersion)}`}
            target="_blank"
            rel="noopener"
          >
            terms<span className="sr-only"> (in a new tab)</span>
          </a>
          .
        </>
      )}
    </p>
  )
}

/** What pressing the button does, and what it accepts. */
export function FinePrint({
  cancellation,
  termsVersion,
}: {
  cancellation: string | null
  termsVersion: string | null
}) {
  return (
    <p className="booking-fine">
      This sends a request and keeps the nights for you; nothing is charged now, and nothing is added later.{' '}
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

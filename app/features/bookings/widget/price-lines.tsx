import type { Price } from '#app/features/pricing/price.ts'
import { formatMoney } from '#app/shared/money.ts'
import { countOf } from '#app/shared/words.ts'
import type { StoredBooking } from './session-storage.ts'

type Props = {
  price: Price | null
  /** Why these dates and this party have no price. */
  hint: string | null
  /** The guest's own booking of these nights. */
  booked: StoredBooking | null
  /** Whether nights are chosen and were refused. */
  refused: boolean
}

/** The total and its lines, or why there is none. */
export function PriceLines({ price, hint, booked, refused }: Props) {
  const notes = [...new Set(price?.lines.flatMap(({ note }) => note ?? []))].join('; ')
  return (
    <div className="booking-price">
      <div aria-live="polite">
        {price && (
          <p className="flex flex-wrap items-baseline justify-between gap-x-4">
            <span className="text-sm">{countOf(price.nights, 'night')}, total</span>
            <strong className="booking-total">{formatMoney(price.total)}</strong>
          </p>
        )}
        {booked && (
          <p className="booking-hint">
            You’ve already booked or requested these nights.{' '}
            <a className="link" href={booked.stayPath} target="_top">
              View your stay
            </a>
          </p>
        )}
        {hint && !booked && <p className="booking-hint">{hint}</p>}
        {!price && !hint && !refused && (
          <p className="booking-empty">Pick your dates to see the total, taxes and fees included.</p>
        )}
      </div>
      {price && (
        <>
          <dl className="mt-3 flex flex-col gap-1.5 text-sm">
            {price.lines.map((line) => (
              <div key={`${line.kind} ${line.label}`} className="flex justify-between gap-4">
                <dt className="text-muted">{line.label}</dt>
                <dd className="tabular-nums">{formatMoney(line.amount)}</dd>
              </div>
            ))}
          </dl>
          {notes && <p className="mt-3 text-sm text-muted">Taxes: {notes}.</p>}
        </>
      )}
    </div>
  )
}

type FinePrintProps = {
  cancellation: string
  termsVersion: string | null
  /** Whether a card is charged; otherwise the operator answers. */
  byCard: boolean
}

/** What the button does, and the terms that it accepts. */
export function FinePrint({ cancellation, termsVersion, byCard }: FinePrintProps) {
  return (
    <p className="booking-fine">
      {byCard
        ? 'We’ll hold your dates while you pay by card on the next page. The total won’t change.'
        : 'We’ll hold your dates and confirm by email. You won’t be charged today, and the total won’t change.'}{' '}
      {cancellation}
      {termsVersion && (
        <>
          {' '}
          By booking, you agree to our{' '}
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

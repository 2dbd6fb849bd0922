import type { Price } from '#app/features/pricing/price.ts'
import { formatMoney } from '#app/shared/money.ts'
import { countOf } from '#app/shared/words.ts'
import type { StoredBooking } from './stored-booking.ts'

type Props = {
  quote: Price | null
  /** Why these dates and this party have no price. */
  hint: string | null
  /** A booking of the guest's own that stands in their way. */
  booked: StoredBooking | null
  /** The nights are chosen, and were refused. */
  refused: boolean
}

/** The total as the largest figure, then the lines that add up to it; or what stands in its way. */
export function PriceLines({ quote, hint, booked, refused }: Props) {
  const notes = [...new Set(quote?.lines.flatMap(({ note }) => note ?? []))].join('; ')
  return (
    <div className="booking-price">
      <div aria-live="polite">
        {quote && (
          <p className="flex flex-wrap items-baseline justify-between gap-x-4">
            <span className="text-sm">{countOf(quote.nights, 'night')}, total</span>
            <strong className="booking-total">{formatMoney(quote.total)}</strong>
          </p>
        )}
        {booked && (
          <p className="booking-hint">
            You have booked or asked for these nights already.{' '}
            <a className="link" href={booked.stayPath} target="_top">
              See your stay
            </a>
          </p>
        )}
        {hint && !booked && <p className="booking-hint">{hint}</p>}
        {!quote && !hint && !refused && (
          <p className="booking-unlit">
            Your total stands here once the nights are chosen, with every fee and tax in it.
          </p>
        )}
      </div>
      {quote && (
        <>
          <dl className="mt-3 flex flex-col gap-1.5 text-sm">
            {quote.lines.map((line) => (
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

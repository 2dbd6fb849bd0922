import type { OpenStay } from '#app/features/availability/next-open.ts'
import type { Price } from '#app/features/pricing/price.ts'
import { sharesText } from '#app/features/pricing/price-shares.ts'
import { formatSpan } from '#app/shared/dates.ts'
import { formatAmount, formatMoney } from '#app/shared/money.ts'
import { type Stay, stayToQuery } from '#app/shared/stay.ts'
import { countOf } from '#app/shared/words.ts'
import type { StoredBooking } from './session-storage.ts'

type Props = {
  price: Price | null
  /** Before dates are chosen: the next stay that can be booked, and what a press on it does. */
  nextOpen: OpenStay | null
  /** The stays that can be booked next to dates that cannot. */
  nearest: OpenStay[]
  onNextOpen: (stay: Stay) => void
  /** Adults and children. */
  guests: number
  /** Why these dates and this party have no price. */
  hint: string | null
  /** The guest's own booking of these nights. */
  booked: StoredBooking | null
  /** Whether nights are chosen and were refused. */
  refused: boolean
}

/** The total, and what it is for each guest and night, or why there is none. */
export function PriceTotal({ price, nextOpen, nearest, onNextOpen, guests, hint, booked, refused }: Props) {
  return (
    <div className="booking-price" aria-live="polite">
      {price && (
        <>
          <p className="booking-sum">
            <strong className="booking-total">{formatAmount(price.total)}</strong>
            <span>{countOf(price.nights, 'night')}, taxes and fees included</span>
          </p>
          <p className="booking-shares">{sharesText(price.total, { guests, nights: price.nights })}</p>
        </>
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
      {!booked &&
        nearest.map((open, index) => (
          <p key={open.stay.checkIn} className="booking-empty">
            <OpenStayLink words={index === 0 ? 'Nearest open dates' : 'Or'} open={open} onPress={onNextOpen} />
          </p>
        ))}
      {!price && !hint && !refused && (
        <p className="booking-empty">
          {nextOpen ? (
            <OpenStayLink words="Next available" open={nextOpen} onPress={onNextOpen} />
          ) : (
            'Pick your dates to see the total, taxes and fees included.'
          )}
        </p>
      )}
    </div>
  )
}

type OpenStayLinkProps = { words: string; open: OpenStay; onPress: (stay: Stay) => void }

function OpenStayLink({ words, open: { stay, total }, onPress }: OpenStayLinkProps) {
  return (
    <>
      <a
        className="link"
        href={`?${stayToQuery(stay)}`}
        onClick={(event) => {
          event.preventDefault()
          onPress(stay)
        }}
      >
        {words}: {formatSpan(stay.checkIn, stay.checkOut)}, {formatAmount(total)} total
      </a>
      , taxes and fees included.
    </>
  )
}

/** Every line that adds up to the total. */
export function PriceDetails({ lines }: Pick<Price, 'lines'>) {
  const notes = [...new Set(lines.flatMap(({ note }) => note ?? []))].join('; ')
  return (
    <details className="booking-fold">
      <summary>Price details</summary>
      <dl className="booking-price-lines">
        {lines.map((line) => (
          <div key={`${line.kind} ${line.label}`}>
            <dt>{line.label}</dt>
            <dd>{formatMoney(line.amount)}</dd>
          </div>
        ))}
      </dl>
      {notes && <p className="booking-fine">Taxes: {notes}.</p>}
    </details>
  )
}

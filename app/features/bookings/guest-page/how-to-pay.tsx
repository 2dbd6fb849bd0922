import { formatDate, type IsoDate } from '#app/shared/dates.ts'
import { formatMoney } from '#app/shared/money.ts'
import { contactPath } from '#app/shared/paths/contact-path.ts'
import { moneyOf } from '../booking-summary.ts'
import { referenceWords } from '../payment-words.ts'
import { cancelsAfterWords } from '../unpaid-stays.ts'
import type { GuestPage } from './guest-page.ts'

/** A day in the past is not a deadline to show. */
function dueWords({ late, phase }: GuestPage, dueOn: IsoDate | null): string {
  if (!dueOn) return phase === 'ahead' ? 'To pay before your stay' : 'Not paid yet'
  const day = formatDate(dueOn, 'long')
  return late && dueOn <= late.until ? `Late, was due ${day}` : `By ${day}`
}

/** Payments without a card: amounts, days, ways, and the reference. */
export function HowToPay({ stay }: { stay: GuestPage }) {
  const { toPay } = moneyOf(stay)
  if (toPay.length === 0) return null
  return (
    <section aria-labelledby="how-to-pay-heading">
      <h2 id="how-to-pay-heading" className="heading-small">
        How to pay
      </h2>
      <dl className="quote-lines">
        {toPay.map(({ amount, dueOn }) => (
          <div key={dueOn}>
            <dt>{dueWords(stay, dueOn)}</dt>
            <dd>{formatMoney(amount)}</dd>
          </div>
        ))}
      </dl>
      {stay.cancelsAfter && <p className="measure font-semibold">{cancelsAfterWords(stay.cancelsAfter)}</p>}
      {stay.paymentText === null ? (
        <p className="measure">
          <a className="link" href={contactPath({ stayToken: stay.token })}>
            Write to us
          </a>
          , and we’ll tell you how to pay.
        </p>
      ) : (
        <>
          <p className="measure whitespace-pre-line break-words">{stay.paymentText}</p>
          <p className="measure">{referenceWords(stay)}</p>
        </>
      )}
    </section>
  )
}

import { formatDate } from '#app/shared/dates.ts'
import { formatMoney } from '#app/shared/money.ts'
import { countOf } from '#app/shared/words.ts'
import { OPTIONAL_LINES, type Receipt } from './receipt.ts'

/** The price as it was told: the total, and every line of it. */
export function ReceiptPrice({ receipt }: { receipt: Receipt }) {
  const { quote, quotedOn, goodUntil, expired } = receipt
  return (
    <section aria-labelledby="price-heading">
      <h2 id="price-heading" className="heading-small">
        What it costs in all
      </h2>
      <p className="receipt-total">
        <strong>{formatMoney(quote.total)}</strong>
        <span className="text-muted">for {countOf(quote.nights, 'night')}, taxes and fees included</span>
      </p>
      <dl className="receipt-lines">
        {quote.lines.map(({ kind, label, amount }) => (
          <div key={`${kind} ${label}`}>
            <dt>
              {label}
              {OPTIONAL_LINES[kind] && <span className="text-muted"> (optional: {OPTIONAL_LINES[kind]})</span>}
            </dt>
            <dd>{formatMoney(amount)}</dd>
          </div>
        ))}
        <div className="receipt-sum">
          <dt>Total in US dollars</dt>
          <dd>{formatMoney(quote.total)}</dd>
        </div>
      </dl>
      <p className="text-sm text-muted">
        Told on {formatDate(quotedOn, 'long')}.{' '}
        {expired
          ? `It could be booked until ${formatDate(goodUntil, 'long')}.`
          : `It can be booked until ${formatDate(goodUntil, 'long')}, while the nights are free.`}
      </p>
    </section>
  )
}

import type { Price } from '#app/features/pricing/price.ts'
import { sharesText } from '#app/features/pricing/price-shares.ts'
import { formatAmount, formatMoney } from '#app/shared/money.ts'
import type { Party } from '#app/shared/stay.ts'
import { countOf } from '#app/shared/words.ts'

type Props = Pick<Price, 'nights' | 'lines' | 'total'> & { party: Party }

/**
 * The total as the largest figure. Below are what it is for each guest and night, and every line that adds up to it.
 */
export function PriceList({ lines, ...price }: Props) {
  return (
    <>
      <PriceTotal {...price} />
      <PriceTable lines={lines} total={price.total} />
    </>
  )
}

export function PriceTotal({ nights, total, party }: Omit<Props, 'lines'>) {
  return (
    <>
      <p className="quote-total">
        <strong>{formatAmount(total)}</strong>
        <span className="text-muted">for {countOf(nights, 'night')}, taxes and fees included</span>
      </p>
      <p className="quote-shares">{sharesText(total, { guests: party.adults + party.children, nights })}</p>
    </>
  )
}

/** Line by line, down to the total. */
export function PriceTable({ lines, total }: Pick<Price, 'lines' | 'total'>) {
  return (
    <dl className="quote-lines">
      {lines.map(({ kind, label, amount, note }) => (
        <div key={`${kind} ${label}`}>
          <dt>
            {label}
            {note && <span className="block text-sm text-muted">{note}</span>}
          </dt>
          <dd>{formatMoney(amount)}</dd>
        </div>
      ))}
      <div className="quote-sum">
        <dt>Total in US dollars</dt>
        <dd>{formatMoney(total)}</dd>
      </div>
    </dl>
  )
}

import { Fragment } from 'react'
import type { ExplainedNights, PriceExplanation } from '#app/features/pricing/explain-price.ts'
import { addDays, formatDate, type IsoDate, spansOf } from '#app/shared/dates.ts'
import { formatMoney } from '#app/shared/money.ts'
import { countOf } from '#app/shared/words.ts'

/** Each rule of a price by its name: its amount, and why others do not apply. */
export function Explanation({ explanation }: { explanation: PriceExplanation }) {
  const { nights, lines, skipped, total } = explanation
  return (
    <>
      <dl className="admin-lines why-lines">
        {nights.map((group) => (
          <Nights key={`${group.rule}${group.price}`} group={group} />
        ))}
        {lines.map(({ label, note, why, amount }) => (
          <Fragment key={label}>
            <dt>
              {label} {(note || why) && <span className="admin-detail">{[note, why].filter(Boolean).join('; ')}</span>}
            </dt>
            <dd>{formatMoney(amount)}</dd>
          </Fragment>
        ))}
        <dt className="admin-total">Total</dt>
        <dd className="admin-total">{formatMoney(total)}</dd>
      </dl>
      {skipped.length > 0 && (
        <>
          <h3>What does not apply</h3>
          <ul className="why-skipped">
            {skipped.map(({ rule, why }) => (
              <li key={rule}>
                {rule} <span className="admin-detail">{why}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}

/** `Sun, May 23 to Wed, May 26; Fri, Jun 4`. */
const datesWords = (dates: IsoDate[]) =>
  spansOf(dates)
    .map(({ from, to }) => {
      const last = addDays(to, -1)
      return from === last ? formatDate(from) : `${formatDate(from)} to ${formatDate(last)}`
    })
    .join('; ')

function Nights({ group }: { group: ExplainedNights }) {
  const { dates, price, rule, others } = group
  return (
    <>
      <dt>
        {rule}: {countOf(dates.length, 'night')} × {formatMoney(price)}{' '}
        <span className="admin-detail">{datesWords(dates)}</span>
        {others.map((other) => (
          <span key={other.rule} className="admin-detail">
            Not “{other.rule}”, {formatMoney(other.price)}: {other.why}
          </span>
        ))}
      </dt>
      <dd>{formatMoney(dates.length * price)}</dd>
    </>
  )
}

import type { Quote } from '#app/features/availability/availability.ts'
import { formatDate } from '#app/shared/dates.ts'
import { formatMoney } from '#app/shared/money.ts'
import { stayToQuery } from '#app/shared/stay.ts'
import { changesBetween, type Receipt } from './receipt.ts'

/** Whether the nights can be had now, what moved since, and the way on. */
export function ReceiptToday({ receipt }: { receipt: Receipt }) {
  const { home, stay, quote, today, booked, refusal, quotedOn, promoCode, promoOver } = receipt
  const query = stayToQuery(stay)
  const code = promoCode && !promoOver ? `&${new URLSearchParams({ promo: promoCode })}` : ''
  return (
    <section aria-labelledby="today-heading">
      <h2 id="today-heading" className="heading-small">
        These nights today
      </h2>
      <p className="mt-3">{nightsWords(receipt)}</p>
      {promoOver && !booked && <p>{promoOver}</p>}
      {today && !booked && <Moved before={quote} after={today} since={quotedOn} />}
      {!booked && (
        <p className="receipt-ways">
          {refusal ? (
            <>
              <a className="button button-outline" href={home.path}>
                Other dates in this home
              </a>
              <a className="button button-outline" href={`/search?${query}`}>
                Other homes for these dates
              </a>
            </>
          ) : (
            <a className="button button-ember" href={`${home.path}?${query}${code}#book`}>
              Book these nights
            </a>
          )}
        </p>
      )}
    </section>
  )
}

function nightsWords({ booked, refusal }: Receipt): string {
  if (booked) return 'They are booked at this price.'
  if (!refusal) return 'They are free.'
  const { reason, message } = refusal
  if (reason === 'dates-taken') return 'Some of them are taken by now.'
  if (reason === 'not-found') return 'This home is not offered at the moment.'
  return message
}

function Moved({ before, after, since }: { before: Quote; after: Quote; since: string }) {
  const difference = after.total - before.total
  const changes = changesBetween(before.lines, after.lines)
  if (difference === 0) return <p>The price is the same as on {formatDate(since, 'long')}.</p>
  return (
    <>
      <p>
        The price has moved since {formatDate(since, 'long')}: it is now <strong>{formatMoney(after.total)}</strong>,{' '}
        {formatMoney(Math.abs(difference))} {difference > 0 ? 'more' : 'less'}.
      </p>
      <table className="receipt-changes">
        <caption className="sr-only">What moved</caption>
        <thead>
          <tr>
            <th scope="col">What for</th>
            <th scope="col">Then</th>
            <th scope="col">Today</th>
          </tr>
        </thead>
        <tbody>
          {changes.map((change) => (
            <tr key={change.label}>
              <th scope="row">{change.label}</th>
              <td>{formatMoney(change.before)}</td>
              <td>{formatMoney(change.after)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

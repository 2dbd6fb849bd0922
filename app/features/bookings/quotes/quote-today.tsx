import type { Price } from '#app/features/pricing/price.ts'
import { formatDate } from '#app/shared/dates.ts'
import { formatAmount, formatMoney } from '#app/shared/money.ts'
import { stayToQuery } from '#app/shared/stay.ts'
import { currentPrice, isBinding, nightsState, priceChanges, type QuotePage } from './quote-page.ts'

/** The state of the nights, what changed since the quote, and the next step. */
export function QuoteToday({ page }: { page: QuotePage }) {
  const { quote, today, claim, promoOver, quotedOn } = page
  const state = nightsState(page)
  const open = claim?.price == null
  return (
    <section aria-labelledby="today-heading">
      <h2 id="today-heading" className="heading-small">
        These nights today
      </h2>
      <p className="mt-3">{nightsWords(page)}</p>
      {open && promoOver && <p>{promoOver}</p>}
      {open && page.isOffer && page.expired && <p>This offer ended {page.goodUntil}. The price of today counts.</p>}
      {open && today && (
        <Moved before={quote} after={today} since={quotedOn} isBinding={isBinding(page) && state !== 'refused'} />
      )}
      {state === 'free' && <WayToBook page={page} />}
      {state === 'refused' && <OtherWays page={page} />}
    </section>
  )
}

function nightsWords(page: QuotePage): string {
  const { claim, refusal } = page
  const state = nightsState(page)
  if (state === 'free' && page.heldUntil) return `We’re holding these nights for you until ${page.heldUntil}.`
  if (state === 'free') return 'Still available.'
  if (state === 'held') return `On hold for someone in your group until ${claim?.until}.`
  if (refusal && state === 'refused') {
    if (refusal.reason === 'dates-taken') return 'Some of these nights have since been booked.'
    if (refusal.reason === 'not-found') return 'This home isn’t available to book right now.'
    return refusal.message
  }
  const { total } = currentPrice(page)
  const price = total === page.quote.total ? ' at this price' : ` at ${formatAmount(total)}`
  return state === 'booked' ? `Booked${price}.` : `Requested${price}. We haven’t confirmed yet.`
}

function WayToBook({ page: { id, property, stay, promoCode, promoOver } }: { page: QuotePage }) {
  const more = new URLSearchParams({ ...(promoCode && !promoOver && { promo: promoCode }), quote: id })
  return (
    <p className="quote-links">
      <a className="button button-ember" href={`${property.path}?${stayToQuery(stay)}&${more}#book`}>
        Book these nights
      </a>
    </p>
  )
}

function OtherWays({ page: { property, stay, refusal } }: { page: QuotePage }) {
  return (
    <p className="quote-links">
      {refusal?.reason !== 'not-found' && (
        <a className="button button-outline" href={property.path}>
          Other dates in this home
        </a>
      )}
      <a className="button button-outline" href={`/search?${stayToQuery(stay)}`}>
        Other homes for these dates
      </a>
    </p>
  )
}

type MovedProps = { before: Price; after: Price; since: string; isBinding: boolean }

function Moved({ before, after, since, isBinding: binds }: MovedProps) {
  const difference = after.total - before.total
  const changes = priceChanges(before.lines, after.lines)
  if (difference === 0) return <p>The price hasn’t changed since {formatDate(since, 'long')}.</p>
  return (
    <>
      <p>
        The price has changed since {formatDate(since, 'long')}. It’s now <strong>{formatAmount(after.total)}</strong>,{' '}
        {formatAmount(Math.abs(difference))} {difference > 0 ? 'more' : 'less'}.
        {binds && ` You pay ${formatAmount(before.total)}, as offered.`}
      </p>
      <table className="quote-changes">
        <caption className="sr-only">What changed</caption>
        <thead>
          <tr>
            <th scope="col">Item</th>
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

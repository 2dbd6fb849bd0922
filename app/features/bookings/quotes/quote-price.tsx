import { formatDate } from '#app/shared/dates.ts'
import { formatAmount } from '#app/shared/money.ts'
import { PriceTable } from './price-list.tsx'
import { currentPrice, isBinding, nightsState, type QuotePage } from './quote-page.ts'

/** The price available now, and the quoted price if it was different. */
export function QuotePrice({ page }: { page: QuotePage }) {
  const { quote, quotedOn } = page
  const price = currentPrice(page)
  const day = formatDate(quotedOn, 'long')
  return (
    <section aria-labelledby="price-heading">
      <h2 id="price-heading" className="heading-small">
        Your total
      </h2>
      <PriceTable {...price} />
      {price.total === quote.total ? (
        <p className="text-sm text-muted">
          Quoted {day}. {bookableWords(page)}
        </p>
      ) : (
        <details className="quote-details">
          <summary>
            Quoted {day}: {formatAmount(quote.total)}
          </summary>
          <PriceTable {...quote} />
        </details>
      )}
    </section>
  )
}

/** Empty while the nights are not available. */
function bookableWords(page: QuotePage): string {
  if (nightsState(page) !== 'free') return ''
  if (isBinding(page) && page.heldUntil) return `This price is yours until ${page.goodUntil}.`
  if (isBinding(page)) return `This price is yours until ${page.goodUntil}, while the nights are open.`
  if (page.expired) return `It expired ${page.goodUntil}.`
  return `Good through ${page.goodUntil}, while the dates are open.`
}

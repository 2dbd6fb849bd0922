import { formatDate } from '#app/shared/dates.ts'
import { PriceList } from './price-list.tsx'
import type { Receipt } from './receipt.ts'

/** The price as it was told: the total, and every line of it. */
export function ReceiptPrice({ receipt }: { receipt: Receipt }) {
  const { quote, quotedOn, goodUntil, expired } = receipt
  return (
    <section aria-labelledby="price-heading">
      <h2 id="price-heading" className="heading-small">
        What it costs in all
      </h2>
      <PriceList {...quote} />
      <p className="text-sm text-muted">
        Told on {formatDate(quotedOn, 'long')}.{' '}
        {expired
          ? `It could be booked until ${formatDate(goodUntil, 'long')}.`
          : `It can be booked until ${formatDate(goodUntil, 'long')}, while the nights are free.`}
      </p>
    </section>
  )
}

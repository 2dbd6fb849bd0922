import type { Quote } from '#app/features/availability/availability.ts'
import { formatMoney } from '#app/shared/money.ts'
import { countOf } from '#app/shared/words.ts'

/** The total as the largest figure, then the lines that add up to it. */
export function PriceLines({ quote }: { quote: Quote }) {
  return (
    <div aria-live="polite">
      <p className="flex items-baseline justify-between gap-4">
        <span className="text-sm">{countOf(quote.nights, 'night')}, total</span>
        <strong className="booking-total">{formatMoney(quote.total)}</strong>
      </p>
      <dl className="mt-3 flex flex-col gap-1.5 text-sm">
        {quote.lines.map((line) => (
          <div key={`${line.kind} ${line.label}`} className="flex justify-between gap-4">
            <dt className="text-muted">{line.label}</dt>
            <dd className="tabular-nums">{formatMoney(line.amount)}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

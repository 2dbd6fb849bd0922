import { addDays, addMonths, formatDate, type IsoDate, weekday } from '#app/shared/dates.ts'
import { type Cents, formatAmount } from '#app/shared/money.ts'
import { SHORT_MONTHS } from '#app/shared/months.ts'
import { Card } from '#app/ui/dashboard/card.tsx'
import { type PaneMonth, YearPanes } from '#app/ui/dashboard/year-panes.tsx'
import type { YearOfPrices } from './stay-price.ts'

const HIGHEST_LEVEL = 4

/** The next twelve months, each night colored by its price. */
export function YearOfPricesCard({ year, path }: { year: YearOfPrices; path: string }) {
  const prices = year.nights.flatMap((night) => (night ? [night[0]] : []))
  if (prices.length === 0) return null
  const [lowest, highest] = [Math.min(...prices), Math.max(...prices)]
  const levelOf = (price: Cents) =>
    highest === lowest ? 1 : Math.round(((price - lowest) / (highest - lowest)) * HIGHEST_LEVEL)
  const middle = prices.toSorted((a, b) => a - b)[Math.floor(prices.length / 2)] ?? lowest
  const shown = [...new Map([lowest, middle, highest].map((price) => [levelOf(price), price]))]
  return (
    <Card title="The next 12 months" note="Nightly rates before fees and taxes">
      <YearPanes
        legend={shown.map(([level, price]) => ({ level, label: formatAmount(price) }))}
        months={Array.from({ length: 12 }, (_, at) => monthOf(year, addMonths(year.first, at), { levelOf, path }))}
      />
    </Card>
  )
}

function monthOf(
  { first, names, nights }: YearOfPrices,
  month: IsoDate,
  { levelOf, path }: { levelOf: (price: Cents) => number; path: string },
): PaneMonth {
  const dated = nights.map((night, at) => ({ date: addDays(first, at), night }))
  const own = dated.filter(({ date }) => date.startsWith(month.slice(0, 7)))
  const prices = own.flatMap(({ night }) => (night ? [night[0]] : []))
  const [lowest, highest] = [Math.min(...prices), Math.max(...prices)]
  const range = lowest === highest ? formatAmount(lowest) : `${formatAmount(lowest)} to ${formatAmount(highest)}`
  const label = SHORT_MONTHS[Number(month.slice(5, 7)) - 1] ?? ''
  return {
    label,
    words: `${label} ${month.slice(0, 4)}: ${prices.length === 0 ? 'no price' : range}`,
    to: `${path}?month=${month.slice(0, 7)}`,
    startsOn: weekday(month),
    days: own.map(({ date, night }) => ({
      level: night && levelOf(night[0]),
      title: `${formatDate(date)}: ${night ? `${formatAmount(night[0])}, ${names[night[1]]}` : 'no price'}`,
    })),
  }
}

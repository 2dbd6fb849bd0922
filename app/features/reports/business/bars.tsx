import { formatMonth } from '#app/shared/dates.ts'
import { formatAmount } from '#app/shared/money.ts'

type Props = { title: string; months: readonly { month: string; now: number; before: number }[] }

const WIDTH = 720
const HEIGHT = 200
const BASE = 170
const TOP = 28

/** Two bars a month: this year, and the year before behind it. The table beside has the same figures. */
export function Bars({ title, months }: Props) {
  const most = Math.max(1, ...months.flatMap(({ now, before }) => [now, before]))
  const slot = WIDTH / months.length
  const height = (amount: number) => (Math.max(0, amount) / most) * (BASE - TOP)
  const bar = (amount: number, x: number) => ({
    x,
    y: BASE - height(amount),
    width: slot * 0.34,
    height: height(amount),
  })
  return (
    <svg className="report-bars" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={title}>
      {months.map(({ month, now, before }, at) => (
        <g key={month}>
          <rect data-before="" {...bar(before, at * slot + slot * 0.14)} />
          <rect {...bar(now, at * slot + slot * 0.5)} />
          <text x={(at + 0.5) * slot} y={BASE + 24} textAnchor="middle">
            {formatMonth(month).slice(0, 3)}
          </text>
        </g>
      ))}
      <text x={0} y={TOP - 9}>
        {formatAmount(most)}
      </text>
      <line x1={0} x2={WIDTH} y1={BASE} y2={BASE} stroke="currentColor" strokeOpacity="0.3" />
    </svg>
  )
}

import './bars.css'

type Props = {
  /** What it shows, in words: it is a picture to whoever does not see it. */
  title: string
  bars: readonly { label: string; now: number; before: number; isCurrent?: boolean }[]
  /** The highest bar, in words. */
  most?: (amount: number) => string
}

const WIDTH = 720
const BASE = 170

/** Two bars each: now, and before behind it. The same figures stand in a table or beside it. */
export function Bars({ title, bars, most }: Props) {
  const highest = Math.max(1, ...bars.flatMap(({ now, before }) => [now, before]))
  const top = most ? 28 : 4
  const slot = WIDTH / bars.length
  const height = (amount: number) => (Math.max(0, amount) / highest) * (BASE - top)
  const bar = (amount: number, x: number) => ({
    x,
    y: BASE - height(amount),
    width: slot * 0.34,
    height: height(amount),
  })
  return (
    <div className="bars">
      <svg viewBox={`0 0 ${WIDTH} ${BASE + 32}`} role="img" aria-label={title}>
        {bars.map(({ label, now, before, isCurrent }, at) => (
          <g key={label} data-current={isCurrent || undefined}>
            <rect data-before="" {...bar(before, at * slot + slot * 0.14)} />
            <rect {...bar(now, at * slot + slot * 0.5)} />
            <text x={(at + 0.5) * slot} y={BASE + 28} textAnchor="middle">
              {label}
            </text>
          </g>
        ))}
        {most && (
          <text x={0} y={top - 9}>
            {most(highest)}
          </text>
        )}
        <line x1={0} x2={WIDTH} y1={BASE} y2={BASE} stroke="currentColor" strokeOpacity="0.3" />
      </svg>
    </div>
  )
}

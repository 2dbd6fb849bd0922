import type { PriceSettings } from '#app/features/pricing/price-settings.ts'
import { type IsoDate, nightsBetween } from '#app/shared/dates.ts'
import { SHORT_MONTHS } from '#app/shared/months.ts'
import { yearParts } from './year-strip.ts'

/** The seasons of a year. Each part shows its price and minimum when hovered or focused, and links to its form. */
export function YearStrip({ settings, today }: { settings: PriceSettings; today: IsoDate }) {
  const parts = yearParts(settings)
  const day = nightsBetween('2028-01-01', `2028-${today.slice(5)}`)
  return (
    <div className="year-strip">
      <ol className="year-parts" aria-label="Seasons of the year">
        {parts.map(({ seasonId, name, start, days, span, price, minimum, level }) => (
          <li key={start} style={{ gridColumn: `${start + 1} / span ${days}` }}>
            <a
              href={seasonId ? `#season-${seasonId}` : '#nightly'}
              data-level={seasonId ? Math.min(level, 4) : 'rest'}
              data-today={start <= day && day < start + days ? true : undefined}
            >
              <span className="year-name" aria-hidden="true">
                {name}
              </span>
              <span className="year-words">
                <strong>{name}</strong>, {span}: {price}, {minimum}
              </span>
            </a>
          </li>
        ))}
      </ol>
      <ol className="year-months" aria-hidden="true">
        {SHORT_MONTHS.map((month) => (
          <li key={month}>
            {month.slice(0, 1)}
            <span>{month.slice(1)}</span>
          </li>
        ))}
      </ol>
    </div>
  )
}

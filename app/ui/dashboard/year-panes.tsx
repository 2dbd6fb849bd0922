import { Link } from 'react-router'
import './year-panes.css'

export type PaneMonth = {
  label: string
  /** What it shows, in words. */
  words: string
  to: string
  /** The weekday of its first day; 0 is Sunday. */
  startsOn: number
  /** A level from 0 to 4, or none. */
  days: readonly { level: number | null; title: string }[]
}

type Props = { legend: readonly { level: number; label: string }[]; months: readonly PaneMonth[] }

/** The days of a year as small panes, a month each, colored by level. */
export const YearPanes = ({ legend, months }: Props) => (
  <div className="year-panes">
    <ul className="year-panes-legend" aria-hidden="true">
      {legend.map(({ level, label }) => (
        <li key={level}>
          <i data-level={level} /> {label}
        </li>
      ))}
    </ul>
    <ol>
      {months.map(({ label, words, to, startsOn, days }) => (
        <li key={to}>
          <Link to={to} aria-label={words}>
            {label}
          </Link>
          <span aria-hidden="true">
            {days.map(({ level, title }, at) => (
              <i
                key={title}
                data-level={level ?? undefined}
                title={title}
                style={at === 0 && startsOn > 0 ? { gridColumnStart: startsOn + 1 } : undefined}
              />
            ))}
          </span>
        </li>
      ))}
    </ol>
  </div>
)

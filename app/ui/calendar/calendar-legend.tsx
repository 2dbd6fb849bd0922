import type { CalendarDay } from './calendar-weeks.tsx'

type Props = { title: string; entries: (Pick<CalendarDay, 'state' | 'off'> & { text: string })[] }

/** The legend of the windows, with the caller's texts, unfolded by its title. */
export function CalendarLegend({ title, entries }: Props) {
  return (
    <details className="calendar-legend">
      <summary>{title}</summary>
      <ul>
        {entries.map(({ state, off, text }) => (
          <li key={text}>
            <span className="calendar-day calendar-swatch" data-state={state} data-off={off} aria-hidden="true" />
            {text}
          </li>
        ))}
      </ul>
    </details>
  )
}

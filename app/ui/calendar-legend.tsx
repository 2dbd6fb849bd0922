import type { CalendarDay } from './calendar-weeks.tsx'

/** What the windows mean, in the caller's words. */
export function CalendarLegend({ entries }: { entries: (Pick<CalendarDay, 'state' | 'off'> & { text: string })[] }) {
  return (
    <ul className="calendar-legend">
      {entries.map(({ state, off, text }) => (
        <li key={text}>
          <span className="calendar-day calendar-swatch" data-state={state} data-off={off} aria-hidden="true" />
          {text}
        </li>
      ))}
    </ul>
  )
}

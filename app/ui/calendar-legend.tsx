import type { CalendarDay } from './calendar-weeks.tsx'

/** The legend of the windows, with the caller's texts. */
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

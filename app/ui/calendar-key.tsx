import type { CalendarDay } from './calendar-grid.tsx'

/** What the windows mean, in the caller's words. */
export function CalendarKey({ entries }: { entries: { state: CalendarDay['state']; text: string }[] }) {
  return (
    <ul className="calendar-key">
      {entries.map(({ state, text }) => (
        <li key={state}>
          <span className="calendar-swatch" data-state={state} aria-hidden="true" />
          {text}
        </li>
      ))}
    </ul>
  )
}

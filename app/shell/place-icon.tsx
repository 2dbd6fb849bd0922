/** Each is one stroke in a square of 24. */
const PATHS: Record<string, string> = {
  '/admin': 'M12 4v2.5M5.3 8.3 7 9.8M18.7 8.3 17 9.8M3 18h18M7 18a5 5 0 0 1 10 0',
  '/admin/bookings': 'M5 4.5h14v15H5zM8.5 9h7M8.5 12h7M8.5 15h4',
  '/admin/calendar': 'M4 6h16v14H4zM4 10.5h16M8.5 3.5V8M15.5 3.5V8M8 14h3v3H8z',
  '/admin/inbox': 'M4 13.5 6.5 5h11L20 13.5V19H4zM4 13.5h4.5l1.2 2.5h4.6l1.2-2.5H20',
  '/admin/more': 'M5 12h0M12 12h0M19 12h0',
}

/** The sign of a place of the back office. */
export function PlaceIcon({ to }: { to: string }) {
  return (
    <svg viewBox="0 0 24 24" className="place-icon" aria-hidden="true">
      <path d={PATHS[to]} />
    </svg>
  )
}

import {
  type About,
  parseCalendar,
  type ReadCalendar,
} from '#app/features/calendar-sync/reading/read-calendar.server.ts'

export const OWN_SUFFIX = '@home-0123456789'

/** Reads a calendar for a home in Denver with check-in at three, on June 1, 2027. */
export function readAtProperty(text: string, change: Partial<About> = {}, timeout = 60_000): ReadCalendar {
  const property = { timeZone: 'America/Denver', checkInTime: '3:00 PM', today: '2027-06-01' }
  return parseCalendar(
    text,
    { ...property, ownUidSuffix: OWN_SUFFIX, blocksFreeEvents: false, ignoresBookingWindow: false, ...change },
    timeout,
  )
}

/** The nights found as `from/to`, or the error message. */
export function nightsIn(text: string, change?: Partial<About>, timeout?: number): string[] | string {
  const outcome = readAtProperty(text, change, timeout)
  return outcome.ok ? outcome.events.map(({ from, to }) => `${from}/${to}`).sort() : outcome.message
}

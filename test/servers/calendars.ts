import type { IsoDate } from '#app/shared/dates.ts'

/** An event of a platform: `[from, to)` and its summary. */
export type FeedEvent = { uid: string; from: IsoDate; to: IsoDate; summary?: string; status?: 'CANCELLED' }

const day = (date: IsoDate) => date.replaceAll('-', '')
const file = (...lines: string[]) => `${lines.join('\r\n')}\r\n`

/** A calendar with these event lines, for formats that no platform below uses. */
export function calendarOf(...lines: string[]): string {
  return file('BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Example//Calendar//EN', ...lines, 'END:VCALENDAR')
}

/** One event as such lines. */
export const eventOf = (...lines: string[]) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT']

/** Airbnb: end before start, no stamp, folded long lines, and "Airbnb (Not available)" for everything but guests. */
export function airbnbCalendar(events: FeedEvent[]): string {
  const lines = events.flatMap(({ uid, from, to, summary = 'Reserved' }) => [
    'BEGIN:VEVENT',
    `DTEND;VALUE=DATE:${day(to)}`,
    `DTSTART;VALUE=DATE:${day(from)}`,
    `UID:${uid}`,
    ...(summary === 'Reserved'
      ? [
          'DESCRIPTION:Reservation URL: https://www.airbnb.com/hosting/reservations/de',
          ' tails/HMABCDE123\\nPhone Number (Last 4 Digits): 4471',
        ]
      : []),
    `SUMMARY:${summary}`,
    'END:VEVENT',
  ])
  return file(
    'BEGIN:VCALENDAR',
    'PRODID;X-RICAL-TZSOURCE=TZINFO:-//Airbnb Inc//Hosting Calendar 1.0//EN',
    'CALSCALE:GREGORIAN',
    'VERSION:2.0',
    ...lines,
    'END:VCALENDAR',
  )
}

/** Vrbo: "Reserved - " with the guest's first name, or "Blocked". */
export function vrboCalendar(events: FeedEvent[]): string {
  const lines = events.flatMap(({ uid, from, to, summary = 'Reserved - Tanya', status }) => [
    'BEGIN:VEVENT',
    `UID:${uid}`,
    'DTSTAMP:20270601T120000Z',
    `DTSTART;VALUE=DATE:${day(from)}`,
    `DTEND;VALUE=DATE:${day(to)}`,
    `SUMMARY:${summary}`,
    ...(status ? [`STATUS:${status}`] : []),
    'END:VEVENT',
  ])
  return file(
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'CALSCALE:GREGORIAN',
    'PRODID:-//HomeAway.com, Inc.//EN',
    ...lines,
    'END:VCALENDAR',
  )
}

/** Booking.com: bare line feeds, and one summary for everything unavailable. */
export function bookingComCalendar(events: FeedEvent[]): string {
  const lines = events.flatMap(({ uid, from, to }) => [
    'BEGIN:VEVENT',
    `DTSTART;VALUE=DATE:${day(from)}`,
    `DTEND;VALUE=DATE:${day(to)}`,
    `UID:${uid}`,
    'SUMMARY:CLOSED - Not available',
    'END:VEVENT',
  ])
  const head = ['BEGIN:VCALENDAR', 'PRODID:-//admin.booking.com//Booking.com//EN', 'VERSION:2.0']
  return `${[...head, ...lines, 'END:VCALENDAR'].join('\n')}\n`
}

/** Google: times in zones defined in the file, and free events marked as such. */
export function googleCalendar(...lines: string[]): string {
  return file(
    'BEGIN:VCALENDAR',
    'PRODID:-//Google Inc//Google Calendar 70.9054//EN',
    'VERSION:2.0',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'X-WR-CALNAME:Lake house',
    'X-WR-TIMEZONE:America/New_York',
    'BEGIN:VTIMEZONE',
    'TZID:America/New_York',
    'BEGIN:DAYLIGHT',
    'TZOFFSETFROM:-0500',
    'TZOFFSETTO:-0400',
    'TZNAME:EDT',
    'DTSTART:19700308T020000',
    'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU',
    'END:DAYLIGHT',
    'BEGIN:STANDARD',
    'TZOFFSETFROM:-0400',
    'TZOFFSETTO:-0500',
    'TZNAME:EST',
    'DTSTART:19701101T020000',
    'RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU',
    'END:STANDARD',
    'END:VTIMEZONE',
    ...lines,
    'END:VCALENDAR',
  )
}

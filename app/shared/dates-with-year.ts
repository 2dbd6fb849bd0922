import { dateInZone, formatSpan, type IsoDate, timeInZone } from './dates.ts'

const date = new Intl.DateTimeFormat('en-US', {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  timeZone: 'UTC',
})

/** A stay's dates for operators, who look at other years, too: `Jan 15–19, 2027`, `Dec 30, 2026–Jan 2, 2027`. */
export function formatSpanWithYear(from: IsoDate, to: IsoDate): string {
  const [year, lastYear] = [from, to].map((day) => day.slice(0, 4))
  const span = formatSpan(from, to)
  return `${year === lastYear ? span : span.replace('–', `, ${year}–`)}, ${lastYear}`
}

/** A day for operators: `Fri, Jan 15, 2027`. */
export const formatDateWithYear = (day: IsoDate) => date.format(new Date(`${day}T00:00:00Z`))

/** An instant for operators, in an IANA time zone: `Thu, Jun 3, 2027, 2:00 PM EDT`. */
export function formatMomentWithYear(instant: Date, timeZone: string): string {
  return `${formatDateWithYear(dateInZone(instant, timeZone))}, ${timeInZone(instant, timeZone)}`
}

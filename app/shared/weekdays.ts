import { listOf } from './words.ts'

/** The names of the weekdays; 0 is Sunday. */
export const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

/** `Sunday to Thursday`, `Friday and Saturday`, `Saturday`: weekdays in order; empty for all seven. */
export function weekdayWords(weekdays: Iterable<number>): string {
  const days = new Set(weekdays)
  if (days.size === 7) return ''
  // A run may wrap the end of the week: start after a missing day.
  const gap = [0, 1, 2, 3, 4, 5, 6].find((day) => days.has(day) && !days.has((day + 6) % 7)) ?? 0
  const ordered = [0, 1, 2, 3, 4, 5, 6].map((step) => (gap + step) % 7).filter((day) => days.has(day))
  const names = ordered.map((day) => WEEKDAYS[day] ?? '')
  const isRun = ordered.every((day, index) => day === (gap + index) % 7)
  return isRun && names.length > 2 ? `${names[0]} to ${names.at(-1)}` : listOf(names)
}

import { expect, test } from 'vitest'
import { formatMomentWithYear, formatSpanWithYear } from './dates-with-year.ts'

test('operators read the year of a stay, and both years of one over New Year', () => {
  expect(formatSpanWithYear('2027-01-15', '2027-01-19')).toBe('Jan 15–19, 2027')
  expect(formatSpanWithYear('2028-02-28', '2028-03-01')).toBe('Feb 28–Mar 1, 2028')
  expect(formatSpanWithYear('2026-12-30', '2027-01-02')).toBe('Dec 30, 2026–Jan 2, 2027')
})

test('operators read a moment on the day and by the clock of its home', () => {
  const instant = new Date('2027-01-01T04:30:00Z')
  expect(formatMomentWithYear(instant, 'America/New_York')).toBe('Thu, Dec 31, 2026, 11:30 PM EST')
  expect(formatMomentWithYear(instant, 'America/Denver')).toBe('Thu, Dec 31, 2026, 9:30 PM MST')
})

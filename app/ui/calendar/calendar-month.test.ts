import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, startOfMonth, weekday } from '#app/shared/dates.ts'
import { dateAfterKey, sameDayOf, weeksOfMonth } from './calendar-month.ts'

test('January 2027 begins on a Friday and takes six weeks', () => {
  const weeks = weeksOfMonth('2027-01-01')
  expect(weeks).toHaveLength(6)
  expect(weeks[0]).toEqual([null, null, null, null, null, '2027-01-01', '2027-01-02'])
  expect(weeks[5]).toEqual(['2027-01-31', null, null, null, null, null, null])
})

test('a February of four whole weeks takes four rows', () => {
  expect(weeksOfMonth('2026-02-01')).toHaveLength(4)
})

test('every day of any month appears once, under its weekday', () => {
  const anyDay = fc.integer({ min: 0, max: 40_000 }).map((days) => addDays('1970-01-01', days))
  fc.assert(
    fc.property(anyDay, (date) => {
      const weeks = weeksOfMonth(date)
      expect(weeks.flat().filter((day) => day === date)).toHaveLength(1)
      for (const week of weeks) {
        week.forEach((day, column) => {
          if (day) expect([weekday(day), startOfMonth(day)]).toEqual([column, startOfMonth(date)])
        })
      }
    }),
  )
})

test('the arrow keys move by days and weeks, also into another month', () => {
  expect(dateAfterKey('2027-01-31', 'ArrowRight', false)).toBe('2027-02-01')
  expect(dateAfterKey('2027-01-01', 'ArrowLeft', false)).toBe('2026-12-31')
  expect(dateAfterKey('2027-01-28', 'ArrowDown', false)).toBe('2027-02-04')
  expect(dateAfterKey('2027-01-03', 'ArrowUp', false)).toBe('2026-12-27')
})

test('Home and End go to the ends of the week, within the month', () => {
  expect(dateAfterKey('2027-01-13', 'Home', false)).toBe('2027-01-10')
  expect(dateAfterKey('2027-01-13', 'End', false)).toBe('2027-01-16')
  expect(dateAfterKey('2027-01-02', 'Home', false)).toBe('2027-01-01')
  expect(dateAfterKey('2027-01-31', 'End', false)).toBe('2027-01-31')
})

test('Page Up and Page Down move by months, with Shift by years', () => {
  expect(dateAfterKey('2027-01-15', 'PageDown', false)).toBe('2027-02-15')
  expect(dateAfterKey('2027-01-15', 'PageUp', false)).toBe('2026-12-15')
  expect(dateAfterKey('2027-01-15', 'PageDown', true)).toBe('2028-01-15')
})

test('a day that the other month lacks becomes its last day', () => {
  expect(sameDayOf('2027-01-31', 1)).toBe('2027-02-28')
  expect(sameDayOf('2028-02-29', 12)).toBe('2029-02-28')
})

test('any other key does nothing', () => {
  expect(dateAfterKey('2027-01-15', 'a', false)).toBeNull()
})

import { expect, test } from 'vitest'
import { calendarFromQuery, calendarPath, daysOf } from './calendar-address.ts'

const TODAY = '2027-06-01'
const from = (query: string) => calendarFromQuery(new URLSearchParams(query), TODAY)

test('the board begins shortly before today, which is in view', () => {
  expect(from('')).toEqual({ day: '2027-05-30', property: '', shown: null })
})

test('a day outside the two years ahead shows the nearest one inside', () => {
  expect(from('day=2027-02-30').day).toBe('2027-05-30')
  expect(from('day=1999-01-01').day).toBe('2026-06-01')
  expect(from('day=2033-01-01').day).toBe('2029-06-30')
})

test('six weeks are shown, and the whole month is read for phones', () => {
  expect(daysOf({ day: '2027-06-20' })).toEqual({
    board: { from: '2027-06-20', to: '2027-08-01' },
    read: { from: '2027-06-01', to: '2027-08-01' },
  })
  expect(daysOf({ day: '2027-06-01' }).read).toEqual({ from: '2027-06-01', to: '2027-07-13' })
})

test('the address keeps its place when something opens or closes', () => {
  const query = new URLSearchParams('day=2027-06-20&at=3-0&changed=1')
  expect(calendarPath(query, { show: 'TST-1' })).toBe('/admin/calendar?day=2027-06-20&at=3-0&show=TST-1')
  expect(calendarPath(new URLSearchParams('show=TST-1'), { show: null })).toBe('/admin/calendar')
})

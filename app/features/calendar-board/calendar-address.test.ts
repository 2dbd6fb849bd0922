import { expect, test } from 'vitest'
import { calendarFromQuery, calendarPath, daysOf } from './calendar-address.ts'

const TODAY = '2027-06-01'
const from = (query: string) => calendarFromQuery(new URLSearchParams(query), TODAY)

test('the board begins shortly before today, which is in view', () => {
  expect(from('')).toEqual({ day: '2027-05-30', property: '', shown: null, chosen: null })
})

test('a day outside the two years ahead shows the nearest one inside', () => {
  expect(from('day=2027-02-30').day).toBe('2027-05-30')
  expect(from('day=1999-01-01').day).toBe('2026-06-01')
  expect(from('day=2033-01-01').day).toBe('2029-06-30')
})

test('six weeks are shown, and the whole month is read for phones', () => {
  expect(daysOf({ day: '2027-06-20', chosen: null })).toEqual({
    board: { from: '2027-06-20', to: '2027-08-01' },
    read: { from: '2027-06-01', to: '2027-08-01' },
  })
  expect(daysOf({ day: '2027-06-01', chosen: null }).read).toEqual({ from: '2027-06-01', to: '2027-07-13' })
})

test('chosen nights are read too, wherever they are', () => {
  const { chosen } = from('properties=cove,ridge&properties=lodge&first=2027-09-01&last=2027-09-05')
  expect(chosen).toEqual({ slugs: ['cove', 'ridge', 'lodge'], first: '2027-09-01', last: '2027-09-05' })
  expect(daysOf({ day: '2027-06-20', chosen }).read).toEqual({ from: '2027-06-01', to: '2027-09-06' })
  expect(from('properties=cove&first=2027-09-01').chosen?.last).toBe('2027-09-01')
  for (const query of ['properties=&first=2027-09-01', 'properties=cove&first=soon', 'first=2027-09-01']) {
    expect(from(query).chosen, query).toBeNull()
  }
  const longest = { slugs: ['cove'], first: '2027-01-01', last: '2099-01-01' }
  expect(daysOf({ day: '2027-06-20', chosen: longest }).read.to).toBe('2027-08-01')
})

test('the address keeps its place when something opens or closes', () => {
  const query = new URLSearchParams('day=2027-06-20&at=3-0&changed=1')
  expect(calendarPath(query, { show: 'TST-1' })).toBe('/admin/calendar?day=2027-06-20&at=3-0&show=TST-1')
  expect(calendarPath(new URLSearchParams('show=TST-1'), { show: null })).toBe('/admin/calendar')
})

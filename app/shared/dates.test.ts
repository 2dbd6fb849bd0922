import { afterEach, expect, type MockInstance, test, vi } from 'vitest'
import { dateInZone, hourInZone, localDate } from './dates.ts'

const NEW_YEAR = new Date('2027-01-01T06:59:00Z')

afterEach(() => vi.restoreAllMocks())

test('a date and an hour are those of the time zone', () => {
  expect(dateInZone(NEW_YEAR, 'America/Denver')).toBe('2026-12-31')
  expect(hourInZone(NEW_YEAR, 'America/Denver')).toBe(23)
  expect(dateInZone(NEW_YEAR, 'Pacific/Auckland')).toBe('2027-01-01')
  expect(hourInZone(new Date('2027-01-01T07:00:00Z'), 'America/Denver')).toBe(0)
})

test('a local date uses the clock of the machine, whatever its zone', () => {
  for (const hour of [0, 23]) expect(localDate(new Date(2027, 2, 1, hour, 59))).toBe('2027-03-01')
})

test('an engine that formats dates in another order changes no date', () => {
  const american = () => '1/1/2027'
  const format = vi.spyOn(Intl.DateTimeFormat.prototype, 'format' as never, 'get' as never) as MockInstance
  format.mockReturnValue(american)
  expect(dateInZone(NEW_YEAR, 'America/Denver')).toBe('2026-12-31')
  expect(hourInZone(NEW_YEAR, 'America/Denver')).toBe(23)
  expect(localDate(new Date(2027, 2, 1))).toBe('2027-03-01')
})

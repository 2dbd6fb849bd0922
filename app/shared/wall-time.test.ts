import { expect, test } from 'vitest'
import { instantOfWallTime, isWallTime, wallTimeOf, wallTimeWords } from './wall-time.ts'

const ZONES = ['America/Denver', 'America/New_York', 'Pacific/Honolulu', 'Pacific/Kiritimati', 'Asia/Kolkata', 'UTC']

test('what the clocks of a place show leads to the instant, and back', () => {
  expect(instantOfWallTime('2027-01-15T11:00', 'America/Denver')).toEqual(new Date('2027-01-15T18:00:00Z'))
  expect(instantOfWallTime('2027-07-15T11:00', 'America/Denver')).toEqual(new Date('2027-07-15T17:00:00Z'))
  for (const zone of ZONES) {
    for (const wall of ['2027-03-14T12:00', '2027-11-07T00:00', '2027-12-31T23:59']) {
      const instant = instantOfWallTime(wall, zone)
      expect(instant && wallTimeOf(instant, zone), `${zone} ${wall}`).toBe(wall)
    }
  }
})

test('an hour that the clocks skip has no instant, and of one that comes twice the first is meant', () => {
  expect(instantOfWallTime('2027-03-14T02:30', 'America/Denver')).toBeNull()
  expect(instantOfWallTime('2027-11-07T01:30', 'America/Denver')).toEqual(new Date('2027-11-07T07:30:00Z'))
})

test('only a real date with a time is one', () => {
  expect(['2027-02-28T23:59', '2027-01-01T00:00'].every(isWallTime)).toBe(true)
  expect(['2027-02-29T10:00', '2027-01-01T24:00', '2027-01-01', '2027-01-01T9:00', ''].some(isWallTime)).toBe(false)
  expect(wallTimeWords('2027-01-15T11:00')).toBe('Friday, January 15, 2027, 11:00 AM')
})

import { expect, test } from 'vitest'
import { draftFromQuery, stayFromQuery, stayToQuery } from './stay.ts'

const read = (query: string) => stayFromQuery(new URLSearchParams(query))
const twoNights = { checkIn: '2027-01-15', checkOut: '2027-01-17', adults: 0, children: 0, infants: 0, pets: 0 }

test('two dates make a stay, and missing counts are 0', () => {
  expect(read('checkin=2027-01-15&checkout=2027-01-17')).toEqual(twoNights)
  expect(read('checkin=2027-01-15&checkout=2027-01-17&adults=2&children=1&infants=1&pets=3')).toEqual({
    ...twoNights,
    adults: 2,
    children: 1,
    infants: 1,
    pets: 3,
  })
})

test.each([
  'checkin=2027-01-15',
  'checkout=2027-01-17',
  'checkin=2027-01-17&checkout=2027-01-15',
  'checkin=2027-01-15&checkout=2027-01-15',
  'checkin=2027-02-29&checkout=2027-03-05',
  'checkin=null&checkout=null',
  'checkin=2027-1-5&checkout=2027-1-7',
  'checkin=<script>&checkout=2027-01-17',
])('dates that make no sense are no stay: %s', (query) => {
  expect(read(query)).toBeNull()
})

test.each(['-1', '1.5', '999', 'two', 'null', '', '1e1', ' 2'])('a count of "%s" is as if absent', (count) => {
  expect(read(`checkin=2027-01-15&checkout=2027-01-17&adults=${encodeURIComponent(count)}`)).toEqual(twoNights)
})

test('a stay is written in the order of the embed contract and reads back unchanged', () => {
  const stay = { ...twoNights, adults: 2, children: 1, infants: 4, pets: 3 }
  expect(stayToQuery(stay)).toBe('checkin=2027-01-15&checkout=2027-01-17&adults=2&children=1&pets=3&infants=4')
  expect(read(stayToQuery(stay))).toEqual(stay)
})

test('a draft keeps incomplete input: one date alone, or dates in the wrong order', () => {
  const from = (query: string) => {
    const { checkIn, checkOut } = draftFromQuery(new URLSearchParams(query))
    return [checkIn, checkOut]
  }
  expect(from('checkin=2027-03-12&checkout=2027-03-08')).toEqual(['2027-03-12', '2027-03-08'])
  expect(from('checkin=&checkout=2027-03-12')).toEqual([null, '2027-03-12'])
  expect(from('checkin=friday&checkout=2027-02-30')).toEqual([null, null])
})

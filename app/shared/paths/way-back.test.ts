import { expect, test } from 'vitest'
import { WAY_BACK, wayBack, wayBackTo, wayBackWith } from './way-back.ts'

test('a link names the page it stands on, and the way back has the same query', () => {
  const query = 'checkin=2027-01-16&checkout=2027-01-23&location=Lake+Keowee&sort=price_low'
  const link = new URLSearchParams(`adults=2&${wayBackTo('search', query)}`)
  expect(link.get('adults')).toBe('2')
  expect(wayBack(link.get(WAY_BACK))).toEqual({ path: `/search?${query}`, words: 'Back to results' })
})

test('only pages of this site that list homes lead back', () => {
  for (const from of [
    null,
    '',
    'https://evil.example',
    '//evil.example',
    'constructor',
    'search/../contact',
    'test?a=1',
  ])
    expect(wayBack(from)).toBeNull()
})

test('a guest who chose other dates meanwhile goes back with those, and with the rest of the search', () => {
  const path = wayBackWith(
    '/search?checkin=2027-01-16&checkout=2027-01-23&sort=price_low',
    'checkin=2027-02-01&adults=3',
  )
  expect(path).toBe('/search?checkin=2027-02-01&checkout=2027-01-23&sort=price_low&adults=3')
  expect(wayBackWith('/search', 'checkin=2027-02-01')).toBe('/search?checkin=2027-02-01')
})

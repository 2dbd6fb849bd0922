import { expect, test } from 'vitest'
import { WAY_BACK, wayBack, wayBackTo } from './way-back.ts'

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

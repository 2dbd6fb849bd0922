import { expect, test } from 'vitest'
import { sharesText } from './price-shares.ts'

test('a total is shared by guests and by nights, each rounded to the cent, and not by one', () => {
  expect(sharesText(1_334_032, { guests: 14, nights: 7 })).toBe('$952.88 per person, $1,905.76 per night')
  expect(sharesText(1_000, { guests: 3, nights: 1 })).toBe('$3.33 per person')
  expect(sharesText(1_000, { guests: 1, nights: 2 })).toBe('$5 per night')
  expect(sharesText(1_000, { guests: 1, nights: 1 })).toBe('')
})

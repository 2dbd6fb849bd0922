import { expect, test } from 'vitest'
import { partyIn } from './party-in.ts'

test.each([
  ['We are 4 adults and two kids, and a dog.', 4, 2],
  ['One grown-up, 3 small children.', 1, 3],
  ['Is the dock open in May?', 2, 0],
  ['0 adults, 2024 children of the corn', 1, 0],
])('%s', (text, adults, children) => {
  expect(partyIn(text)).toEqual({ adults, children })
})

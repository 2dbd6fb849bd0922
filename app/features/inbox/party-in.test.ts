import { expect, test } from 'vitest'
import { nightsIn, partyIn } from './party-in.ts'

test.each([
  ['We are 4 adults and two kids, and a dog.', 4, 2],
  ['One grown-up, 3 small children.', 1, 3],
  ['Is the dock open in May?', 2, 0],
  ['0 adults, 2024 children of the corn', 1, 0],
])('%s', (text, adults, children) => {
  expect(partyIn(text)).toEqual({ adults, children })
})

test.each([
  ['We are looking for seven nights in July.', 7],
  ['Seven Nights, please', 7],
  ['a five-night stay', 5],
  ['Could we have 10 nights?', 10],
  ['one night only', 1],
  ['We would love to come for a week', 7],
  ['a whole week in May', 7],
  ['two weeks with the kids', 14],
  ['fourteen nights', 14],
  ['twenty-one nights', 21],
  ['thirty nights in the fall', 30],
  ['a fortnight in August', 14],
  ['5 nts', 5],
  ['4-5 nights', null],
  ['four or five nights', null],
  ['3 to 4 nights', null],
  ['Two weeks, so fourteen nights', 14],
  ['Is it quiet at night? We love the nights.', null],
  ['The week after Easter', null],
  ['0 nights', null],
  ['We are 4 adults', null],
])('how many nights: %s', (text, nights) => {
  expect(nightsIn(text)).toBe(nights)
})

import { expect, test } from 'vitest'
import { taxWords } from './statement-view.tsx'

const TAX = 'Lodging tax of $177.28 is not part of the payout.'

test.each([
  [177_28, 0, TAX, 'Guests have not paid it yet.'],
  [79_72, 0, TAX, 'Guests have paid $97.56 of it, and owe $79.72.'],
  [79_72, 177_28, TAX, 'Guests have paid $97.56 of it, and owe $79.72.', 'It is filed.'],
  [0, 0, TAX, 'Guests have paid it.'],
  [0, 97_56, TAX, 'Guests have paid it.', '$97.56 of it is filed.'],
  [0, 177_28, TAX, 'Guests have paid it.', 'It is filed.'],
  // A statement from before this was stored.
  [null, 0, TAX],
])('says of lodging tax what is known: %s cents owed, %s filed', (owedTaxes, filedTaxes, ...words) => {
  expect(taxWords({ taxes: 177_28, owedTaxes, filedTaxes })).toBe(words.join(' '))
})

test('says nothing of lodging tax where there is none', () => {
  expect(taxWords({ taxes: 0, owedTaxes: 0, filedTaxes: 0 })).toBe('')
})

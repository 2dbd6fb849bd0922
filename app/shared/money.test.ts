import { expect, test } from 'vitest'
import { formatAmount, formatMoney } from './money.ts'

test('an amount that stands alone has cents only if there are some, and in a list always', () => {
  expect([103_500, 103_540, 100].map(formatAmount)).toEqual(['$1,035', '$1,035.40', '$1'])
  expect([103_500, 103_540, 100].map(formatMoney)).toEqual(['$1,035.00', '$1,035.40', '$1.00'])
})

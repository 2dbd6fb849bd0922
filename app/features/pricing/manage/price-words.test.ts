import { expect, test } from 'vitest'
import type { PriceSettings } from '../price-settings.ts'
import { itemLines, paymentDiffers } from './price-words.ts'

const AS_SITE: PriceSettings['payment'] = {
  depositPercent: null,
  depositDays: 7,
  balanceDays: 30,
  paymentText: null,
  paymentWays: [],
  cancelUnpaidDays: null,
}

test.each([
  [{}, false],
  [{ depositPercent: 30 }, true],
  [{ paymentText: 'By check.' }, true],
  [{ paymentWays: ['check' as const] }, true],
  [{ cancelUnpaidDays: 3 }, true],
])('a home is paid as the whole site says, unless anything of it differs: %j', (own, differs) => {
  expect(paymentDiffers({ ...AS_SITE, ...own })).toBe(differs)
})

test('a home that cancels unpaid stays by its own days says so, with the deposit of the site too', () => {
  const canceled = 'A stay is canceled by itself when its first payment is 3 days late'
  const lines = (own: Partial<PriceSettings['payment']>) => itemLines('payment', { ...AS_SITE, ...own })
  expect(lines({ cancelUnpaidDays: 3 })).toContain(canceled)
  expect(lines({ cancelUnpaidDays: 3, depositPercent: 30 })).toContain(canceled)
  expect(lines({}).join()).not.toContain('canceled by itself')
})

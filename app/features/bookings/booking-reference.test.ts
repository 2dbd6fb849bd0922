import { expect, test } from 'vitest'
import { referenceFrom } from './booking-reference.ts'

test.each(['7K3-M9Q', '7k3-m9q', '7K3M9Q', ' 7k3 m9q ', '7K3–M9Q', '7k3m9q.'])('%j is read as a reference', (typed) => {
  expect(referenceFrom(typed)).toBe('7K3-M9Q')
})

test('what is no reference stays as it was typed', () => {
  expect(referenceFrom(' ada ')).toBe('ADA')
  expect(referenceFrom('7K3-M9QX')).toBe('7K3-M9QX')
  expect(referenceFrom('DEMO-12')).toBe('DEMO-12')
})

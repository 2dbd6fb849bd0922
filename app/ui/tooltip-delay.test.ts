import { expect, test } from 'vitest'
import { createTooltipDelay } from './tooltip.ts'

test('a tooltip waits 700 ms', () => {
  expect(createTooltipDelay(() => 0).wait()).toBe(700)
})

test('while one is open the next opens at once', () => {
  const delay = createTooltipDelay(() => 0)
  delay.opened()
  expect(delay.wait()).toBe(0)
})

test('within 300 ms after one closed the next opens at once, after that with the delay', () => {
  let now = 1000
  const delay = createTooltipDelay(() => now)
  delay.opened()
  delay.closed()
  now = 1299
  expect(delay.wait()).toBe(0)
  now = 1300
  expect(delay.wait()).toBe(700)
})

// biome-ignore-all lint/suspicious/noConsole: this file tests console.error.

import { expect, test, vi } from 'vitest'

test.fails('an unexpected console.error fails the test', () => {
  console.error('this line belongs to a passing test of the test set-up')
})

test('an expected console.error is asserted and does not fail the test', () => {
  const spy = vi.spyOn(console, 'error').mockImplementation(() => {})
  console.error('Failed to attach object to property')
  expect(spy).toHaveBeenCalledWith('Failed to attach object to property')
  spy.mockRestore()
})

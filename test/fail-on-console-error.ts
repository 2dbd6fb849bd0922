import { afterAll, afterEach, expect } from 'vitest'

// biome-ignore lint/suspicious/noConsole: this is the guard over it.
const original = console.error
let said: string[] = []

/**
 * An error that nobody expected fails the test that caused it. A test that expects one says so with
 * `vi.spyOn(console, 'error').mockImplementation(() => {})`, asserts what was said, and restores it.
 */
console.error = (...words: unknown[]) => {
  said.push(words.map(String).join(' '))
  original(...words)
}

function expectSilence() {
  const heard = said
  said = []
  expect(heard, 'console.error was called').toEqual([])
}

afterEach(expectSilence)
afterAll(() => {
  expectSilence()
  console.error = original
})

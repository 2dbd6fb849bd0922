import { afterAll, afterEach, expect } from 'vitest'

// biome-ignore lint/suspicious/noConsole: this guard wraps it.
const original = console.error
let messages: string[] = []

/**
 * An unexpected error fails the test that caused it. A test that expects one declares it with
 * `vi.spyOn(console, 'error').mockImplementation(() => {})`, asserts the message, and restores it.
 */
console.error = (...words: unknown[]) => {
  messages.push(words.map(String).join(' '))
  original(...words)
}

function expectSilence() {
  const heard = messages
  messages = []
  expect(heard, 'console.error was called').toEqual([])
}

afterEach(expectSilence)
afterAll(() => {
  expectSilence()
  console.error = original
})

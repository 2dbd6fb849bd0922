import { expect, test } from 'vitest'
import { messageReference, referenceFrom } from './message-reference.ts'

test('a message’s reference is the beginning of its id, and nothing else in an address counts as one', () => {
  const reference = messageReference('3f9a1c2b-8898-4072-b708-04c20db6a97f')
  expect(reference).toBe('3F9A-1C2B')
  expect(referenceFrom(reference)).toBe(reference)
  for (const text of [null, '', '3f9a-1c2b', '3F9A-1C2', 'Call 555-0100', `${reference} `])
    expect(referenceFrom(text)).toBeNull()
})

import { expect, test } from 'vitest'
import { durationText } from './words.ts'

test('a wait is shown in seconds, from a minute on in minutes, and beyond an hour in hours', () => {
  const expected = {
    1: '1 second',
    59: '59 seconds',
    60: '1 minute',
    61: '2 minutes',
    3600: '60 minutes',
    3601: '2 hours',
  }
  for (const [seconds, words] of Object.entries(expected)) expect(durationText(Number(seconds))).toBe(words)
})

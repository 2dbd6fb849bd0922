import { expect, test } from 'vitest'
import { durationText, wholeDuration } from './words.ts'

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

test('a time so far or left is rounded down to minutes, hours, or days', () => {
  const expected = {
    59: 'less than a minute',
    60: '1 minute',
    3599: '59 minutes',
    3600: '1 hour',
    172799: '47 hours',
    172800: '2 days',
  }
  for (const [seconds, words] of Object.entries(expected)) expect(wholeDuration(Number(seconds))).toBe(words)
})

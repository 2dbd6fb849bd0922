import { expect, test } from 'vitest'
import { requestSteps } from './booking-steps.tsx'

test('a request says within how many hours it is answered, and how it is paid', () => {
  const hold = 'We hold your dates now'
  const answer = 'We answer by email within 48 hours'
  expect(requestSteps(100, { ways: 'by check', hours: 48 })).toEqual([hold, answer, 'Then you pay by check'])
  expect(requestSteps(100, { ways: null, hours: 1 })[1]).toBe('We answer by email within 1 hour')
  expect(requestSteps(100, { ways: null, hours: null })).toEqual([
    hold,
    'We confirm by email',
    'You pay after we confirm',
  ])
  // A prize costs nothing.
  expect(requestSteps(0, { ways: 'by check', hours: 48 })).toEqual([hold, answer])
})

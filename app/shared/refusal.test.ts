import { expect, test } from 'vitest'
import { isRefusal, problemOf, refuse } from './refusal.ts'

test.each([
  ['invalid-input', 400],
  ['too-many-guests', 400],
  ['promo-unknown', 400],
  ['promo-ended', 409],
  ['dates-taken', 409],
  ['not-available', 409],
  ['no-rates', 409],
  ['price-changed', 409],
  ['not-found', 404],
  ['link-ended', 410],
  ['key-reused', 422],
  ['too-many-nights', 429],
  ['unavailable', 503],
])('%s is answered with %i', (reason, status) => {
  const refusal = refuse(reason, 'Please choose other dates.')
  expect(refusal).toEqual({ ok: false, reason, status, message: 'Please choose other dates.' })
  expect(isRefusal(refusal)).toBe(true)
})

test('a call is answered with the reason as a code, the words, and its own names of the fields', () => {
  expect(JSON.stringify(problemOf(refuse('dates-taken', 'Taken.')))).toBe('{"code":"dates-taken","message":"Taken."}')
  const refusal = refuse('too-soon', 'Later.', { checkIn: 'Later.', pets: 'None.' })
  expect(JSON.stringify(problemOf(refusal, { checkIn: 'checkInDate' }))).toBe(
    '{"code":"too-soon","message":"Later.","fields":{"checkInDate":"Later.","pets":"None."}}',
  )
})

test('what is done, and nothing, is no refusal', () => {
  for (const value of [null, undefined, { ok: true }, 'dates-taken']) expect(isRefusal(value)).toBe(false)
})

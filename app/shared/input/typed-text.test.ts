import { expect, test } from 'vitest'
import { isName, isPhone, manyLines, oneLine, seenLength } from './typed-text.ts'

test('a line has no line breaks, double spaces or direction marks', () => {
  expect(oneLine('  Ada \r\n\tBcc: all\u202e \ufeffGuest ')).toBe('Ada Bcc: all Guest')
})

test('a text keeps its lines and loses invisible characters', () => {
  expect(manyLines(' One\r\ntwo\u0000\rthree\tfour ')).toBe('One\ntwo\nthree\tfour')
})

test('names of any script are valid; a single letter or a number is not', () => {
  expect(['Bo', 'Søren Ørsted', 'מרים', '李娜', '🎿 Ada'].map(isName)).toEqual([true, true, true, true, true])
  expect(['B', '42', '🎿🎿', ''].map(isName)).toEqual([false, false, false, false])
})

test('the length of a name counts visible characters', () => {
  expect(['B\u200d\ufe0f', '\u3164\u3164', '\u2800\u2800'].map(isName)).toEqual([false, false, false])
  expect(seenLength('\u00ad\u034f\u{e0020}')).toBe(0)
  expect(isName('क्‍षमा')).toBe(true)
})

test('telephone numbers are accepted in common notations', () => {
  expect(['(970) 555-0123', '+44 20 7946 0123', '970.555.0123 x12'].map(isPhone)).toEqual([true, true, true])
  expect(['call me', '12', '1'.repeat(22)].map(isPhone)).toEqual([false, false, false])
})

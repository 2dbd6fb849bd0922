import { expect, test } from 'vitest'
import { isName, manyLines, oneLine, phoneFrom, seenLength } from './typed-text.ts'

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

test.each([
  "O'Brien",
  'Siobhán O’Brien',
  'Łukasz Żółć',
  'مريم',
  'Nguyễn Thị Ánh Tuyết',
  'X Æ A-12',
  'Al 👩\u200d👩\u200d👧 Emoji',
  'Dr. Martin Luther King, Jr.',
])('the name %s stays as it is typed', (name) => {
  expect([oneLine(name), isName(name)]).toEqual([name, true])
})

test('the length of a name counts visible characters', () => {
  expect(['B\u200d\ufe0f', '\u3164\u3164', '\u2800\u2800'].map(isName)).toEqual([false, false, false])
  expect(seenLength('\u00ad\u034f\u{e0020}')).toBe(0)
  expect(isName('क्‍षमा')).toBe(true)
})

test.each([
  ['(970) 555-0123'],
  ['+44 20 7946 0123'],
  ['970.555.0123 x12'],
  ['+1 970\u2011555\u20110101', '+1 970-555-0101'],
  ['970\u2013555\u20130101', '970-555-0101'],
  ['970\u00b7555\u00b70101', '970.555.0101'],
  ['970\u2212555\u20120101', '970-555-0101'],
  ['970\u2022555\u20220101', '970.555.0101'],
  ['970\u00a0555\u202f0101', '970 555 0101'],
  ['\u202a+1 970 555 0101\u202c', '+1 970 555 0101'],
  ['＋４９（３０）９０１８２０', '+49(30)901820'],
  ['０３－１２３４－５６７８', '03-1234-5678'],
  ['٠١٢٣٤٥٦٧٨٩', '0123456789'],
  ['+۹۸ ۲۱ ۱۲۳۴', '+98 21 1234'],
  ['970 555 0101 extension 12'],
  ['970-555-0101, ext. 12'],
  ['tel:+1-970-555-0101;ext=12', '+1-970-555-0101;ext=12'],
  ["'+19705550101", '+19705550101'],
  ['call me', null],
  ['12', null],
  ['1'.repeat(22), null],
  ['970-555-0101 or 0102', null],
])('%j is the telephone number %j', (typed, number = typed) => {
  expect(phoneFrom(typed)).toBe(number)
})

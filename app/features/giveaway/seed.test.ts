import { expect, test } from 'vitest'
import { parseSeed, SEED_KINDS, seedForm } from './seed.ts'

test('a Powerball seed is five different numbers and a Powerball, written in one way however it was typed', () => {
  expect(parseSeed('5 12 33 41 60 9', 'powerball')).toBe('5 12 33 41 60 9')
  expect(parseSeed(' 60, 05, 33 - 12   41; 9', 'powerball')).toBe('5 12 33 41 60 9')
  for (const wrong of [
    ...['5 12 33', '5 12 33 41 60', '5 12 33 41 60 9 10', '5 12 33 41 70 9', '5 12 33 41 60 27', '0 12 33 41 60 9'],
    ...['5 5 33 41 60 9', '5 12 33 41 60 x', '5 12 33 41 6.0 9', ''],
  ])
    expect(parseSeed(wrong, 'powerball'), wrong).toBeNull()
})

test('Mega Millions has other limits than Powerball, and throws of dice keep their order and repeat', () => {
  expect(parseSeed('7 18 29 44 70 24', 'mega-millions')).toBe('7 18 29 44 70 24')
  expect(parseSeed('7 18 29 44 70 25', 'mega-millions')).toBeNull()
  expect(parseSeed('6 1 6 6 2 3', 'dice')).toBe('6 1 6 6 2 3')
  for (const wrong of ['6 1 6 6 2', '6 1 6 6 2 7']) expect(parseSeed(wrong, 'dice'), wrong).toBeNull()
})

test('any other seed is a line that anyone can retype', () => {
  expect(parseSeed(' DJIA  41 250.5 ', 'text')).toBe('DJIA 41 250.5')
  for (const wrong of ['zwölf', '', 'x'.repeat(501)]) expect(parseSeed(wrong, 'text')).toBeNull()
})

test('the example of each form has that form', () => {
  for (const kind of SEED_KINDS) {
    const example = /“(.+)”/.exec(seedForm(kind))?.[1]
    if (example) expect(parseSeed(example, kind)).toBe(example)
  }
})

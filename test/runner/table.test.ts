import { expect, test } from 'vitest'
import { tableOf, totalsOf } from './table.ts'

const again = ['a guest pays', 'a guest cancels'].map((title) => ({ file: 'e2e/pay.test.ts', title }))
const OUTCOMES = [
  { name: 'Types', code: 0, wall: 12_400, cpu: 11.6, results: null },
  {
    name: 'Journeys',
    code: 1,
    wall: 605_000,
    cpu: 1_210,
    results: {
      passed: 520,
      failed: 2,
      skipped: 3,
      again: [...again, { file: 'e2e/map.test.ts', title: 'the map opens' }],
      files: { 'e2e/map.test.ts': 9_000, 'e2e/pay.test.ts': 65_000 },
    },
  },
]

test('a run ends with a line for each step, then what needed a second try, what was left out, and the slowest files', () => {
  const text = tableOf(OUTCOMES, 620_000, ['Firefox journeys are skipped: install firefox-esr.'])
  expect(text.replaceAll(/ +$/gm, '')).toBe(`Step       Passed   Failed   Skipped    Wall      CPU
Types          ok                       0:12     12 s
Journeys      520        2         3   10:05   1210 s
Total         520        2         3   10:20   1222 s

Passed at the second try:
  2 in e2e/pay.test.ts
      a guest pays
      a guest cancels
  1 in e2e/map.test.ts
      the map opens

Left out:
  Firefox journeys are skipped: install firefox-esr.

Slowest files:
    1:05  e2e/pay.test.ts
    0:09  e2e/map.test.ts`)
})

test('a check that failed says so in its line', () => {
  const failed = { name: 'Types', code: 2, wall: 1_000, cpu: null, results: null }
  expect(tableOf([failed], 1_000, [])).toContain('FAILED')
  expect(totalsOf(OUTCOMES)).toEqual({ passed: 520, failed: 2, skipped: 3 })
})

import { expect, test } from 'vitest'
import { Progress } from './progress.ts'

/** The lines of a run whose tests end every second. */
function run(last: { wall: number; files: Record<string, number> } | null, isTTY = false) {
  let text = ''
  let seconds = 0
  const output = { isTTY, write: (more: string) => (text += more) }
  const counts = new Map([
    ['slow.test.ts', 1],
    ['quick.test.ts', 9],
  ])
  const progress = new Progress('Journeys', 'tests', counts, { output, last, now: () => seconds * 1000 })
  const end = (file: string, isFailed = false) => {
    seconds += 1
    progress.add(file, isFailed)
  }
  return { end, text: () => text, lines: () => text.trimEnd().split('\n') }
}

test('without an earlier run the time left follows from the count of tests', () => {
  const { end, lines } = run(null)
  expect(lines()).toEqual(['Journeys: 10 tests'])
  end('quick.test.ts')
  expect(lines().at(-1)).toBe('Journeys: 10%, about 9 s left')
  for (let at = 0; at < 4; at += 1) end('quick.test.ts')
  expect(lines().at(-1)).toBe('Journeys: 50%, about 5 s left')
})

test('with one it follows from the last durations of the files', () => {
  const { end, lines } = run({ wall: 60_000, files: { 'slow.test.ts': 90_000, 'quick.test.ts': 10_000 } })
  expect(lines()).toEqual(['Journeys: 10 tests, about 1 min 0 s left'])
  end('slow.test.ts')
  expect(lines().at(-1)).toBe('Journeys: 90%, about 0 s left')
})

test('on a pipe there is a line for each tenth, without control characters, and the last has no time left', () => {
  const { end, lines, text } = run({ wall: 1000, files: { 'slow.test.ts': 90_000, 'quick.test.ts': 9_000 } })
  for (let at = 0; at < 9; at += 1) end('quick.test.ts', at === 0)
  expect(lines()).toHaveLength(1)
  end('slow.test.ts')
  expect(lines().slice(1)).toEqual(['Journeys: 100%, 1 failed'])
  expect(text()).not.toMatch(/[^\P{Cc}\n]/u)
})

test('on a terminal it is one line', () => {
  const { end, text } = run(null, true)
  end('quick.test.ts')
  expect(text()).toBe('\r\u001b[KJourneys: 10 tests\r\u001b[KJourneys: 10%, about 9 s left')
})

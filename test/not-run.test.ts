import { expect, test } from 'vitest'
import { listNotRun, notRun, RAN_IN } from './not-run.ts'

/** A test of the journeys, with the annotations of each of its tries. */
const ended = (title: string, ...tries: { type: string; description?: string }[][]) => ({
  titlePath: () => ['', title],
  results: tries.map((annotations) => ({ annotations })) as never,
})
const ran = (engine: string) => ({ type: RAN_IN, description: engine })
const refused = (engine: string) => ({ type: 'skip', description: notRun(engine, 'Error: no display') })

test('a test whose engine did not start is named with the reason', () => {
  expect(
    listNotRun([ended('a', [refused('WebKit')]), ended('b', [ran('WebKit')]), ended('c', [ran('Firefox')])]),
  ).toEqual(['Not run, because WebKit did not start (Error: no display):  › a'])
})

test('an engine that did not start once in a run is said to have not run at all', () => {
  const tests = [ended('a', [refused('WebKit')]), ended('b', [refused('WebKit')]), ended('c', [ran('Firefox')])]
  expect(listNotRun(tests).at(-1)).toBe('WebKit is installed, and did not start once in this run.')
  expect(listNotRun(tests)).toHaveLength(3)
})

test('what is skipped for another reason, or passes at its second try, is not named', () => {
  const missing = { type: 'skip', description: 'Firefox is not installed' }
  expect(listNotRun([ended('a', [missing]), ended('b', [], [ran('WebKit')]), ended('c', [{ type: 'skip' }])])).toEqual(
    [],
  )
})

// It is how CI finds out that an engine is not installed.
test('an engine that did not start is not reported as one that is missing', () => {
  const lines = listNotRun([ended('a', [refused('WebKit')])]).join('\n')
  expect(lines).not.toContain('journeys are skipped')
})

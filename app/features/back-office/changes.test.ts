import { expect, test } from 'vitest'
import type { HistoryWords } from '#app/platform/change/audit.server.ts'
import { UNNAMED } from '#app/platform/http/operator-access.server.ts'
import { listFiles, readText } from '#test/repository/files.ts'
import { type ChangeName, changeFacts, changeWords, HISTORY, undoOf } from './changes.server.ts'

test('an action reads as what was done', () => {
  const nothing = { before: null, after: null }
  expect(changeWords({ ...nothing, action: 'block.added' })).toBe('Block added')
  const waited = { before: '2027-06-01T18:00:00.000Z', after: null }
  expect(changeWords({ ...waited, action: 'conversation.marked' })).toBe('Message marked as done')
  expect(changeWords({ ...nothing, action: 'constructor.called' })).toBe('Constructor called')
})

test.each(Object.entries(HISTORY))(
  '%s still has words in History once what it recorded is erased with a person, and then stays as it is',
  (action, { facts }) => {
    const erased = { action, before: null, after: null }
    expect(changeWords(erased)).toMatch(/^\p{Lu}/u)
    expect(changeWords(erased)).not.toMatch(/undefined|null/)
    expect(changeFacts(erased)).toEqual([])
    const recordsNothing = typeof facts === 'object' && Object.keys(facts).length === 0
    if (!recordsNothing) expect(undoOf(erased, UNNAMED)).toBeTypeOf('string')
  },
)

/** What a later version may no longer store like this: of another kind, or with other values. */
const OTHER_SHAPES: unknown[] = [7, 'older', [], [null], [{}], {}, { older: 1 }]

/** A record in which each declared value is of another kind. */
const ofOtherKinds = (facts: object) =>
  OTHER_SHAPES.map((shape) => Object.fromEntries(Object.keys(facts).map((name) => [name, shape])))

test.each(Object.entries(HISTORY))(
  '%s has a name in History, whatever an older version recorded',
  (action, { facts }) => {
    const shapes = [...OTHER_SHAPES, null, ...ofOtherKinds(facts)]
    for (const before of shapes) {
      for (const after of shapes) {
        const older = { action, before, after }
        expect(changeWords(older), JSON.stringify(older)).not.toBe('')
        expect(changeFacts(older), JSON.stringify(older)).toBeInstanceOf(Array)
        undoOf(older, UNNAMED)
      }
    }
  },
)

test('every change that a feature defines has its words and its undo in History', async () => {
  const isServer = (file: string) => /^app\/features\/.+\.server\.tsx?$/.test(file)
  const defining = listFiles().filter((file) => isServer(file) && /\b(?:define|edit)Change[(<]/.test(readText(file)))
  const modules: object[] = await Promise.all(defining.map((file) => import(`../../../${file}`)))
  const exported = modules.flatMap((module) => Object.values(module))
  const changes = exported.flatMap((value) => [value, ...Object.values(value ?? {})])
  const named = changes.flatMap((value) =>
    Object.entries((value as { names?: Record<string, HistoryWords> } | null)?.names ?? {}),
  )
  expect(Object.keys(HISTORY)).toEqual(expect.arrayContaining(named.map(([name]) => name)))
  for (const [name, words] of named) expect(HISTORY[name as ChangeName].undo, name).toBe(words.undo)
})

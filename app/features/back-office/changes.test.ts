import path from 'node:path'
import { expect, test } from 'vitest'
import type { HistoryWords } from '#app/platform/change/audit.server.ts'
import { UNNAMED } from '#app/platform/http/operator-access.server.ts'
import { isOne } from '#app/shared/declared-facts.ts'
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

/** Rows as another version of the site could have written them: in an unknown format. */
function unknownForms({ facts }: HistoryWords): unknown[] {
  const names = typeof facts === 'object' && !isOne(facts) ? Object.keys(facts) : ['title', 'name', 'rates']
  const values = [null, 7, 'once', true, {}, [{}], ['once'], { at: [7] }, [null]]
  return [...values, ...values.map((value) => Object.fromEntries(names.map((name) => [name, value])))]
}

test.each(Object.entries(HISTORY))('%s opens in History, whatever its row holds', (action, words) => {
  const forms = unknownForms(words)
  for (const [at, before] of forms.entries()) {
    for (const values of [
      { before, after: null },
      { before: null, after: before },
      { before, after: forms.at(-at) },
    ]) {
      const said = changeWords({ action, ...values })
      expect(said).toMatch(/^[\p{Lu}\d“]|^once/u)
      expect(said).not.toMatch(/undefined|null|NaN|\[object/)
      for (const fact of changeFacts({ action, ...values }))
        expect(Object.values(fact).join()).not.toMatch(/undefined|NaN|Invalid|\[object/)
    }
  }
})

test('every change that a feature defines has its words and its undo in History', async () => {
  const isServer = (file: string) => /^app\/features\/.+\.server\.tsx?$/.test(file)
  const defining = listFiles().filter(
    (file) => isServer(file) && /\b(?:(?:define|edit)Change|recordList)[(<]/.test(readText(file)),
  )
  const modules: object[] = await Promise.all(defining.map((file) => import(path.resolve(file))))
  const exported = modules.flatMap((module) => Object.values(module))
  const changes = exported.flatMap((value) => [value, ...Object.values(value ?? {})])
  const named = changes.flatMap((value) =>
    Object.entries((value as { names?: Record<string, HistoryWords> } | null)?.names ?? {}),
  )
  expect(Object.keys(HISTORY)).toEqual(expect.arrayContaining(named.map(([name]) => name)))
  for (const [name, words] of named) expect(HISTORY[name as ChangeName].undo, name).toBe(words.undo)
})

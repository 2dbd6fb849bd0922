import { expect, test } from 'vitest'
import type { HistoryWords } from '#app/platform/change/audit.server.ts'
import { listFiles, readText } from '#test/repository/files.ts'
import { factsByName } from './change-facts.ts'
import { type ChangeName, changeWords, HISTORY } from './changes.server.ts'

test('an action reads as what was done', () => {
  const nothing = { before: null, after: null }
  expect(changeWords({ ...nothing, action: 'block.added' })).toBe('Block added')
  expect(changeWords({ ...nothing, action: 'conversation.marked', after: null })).toBe('Message marked as done')
  expect(changeWords({ ...nothing, action: 'constructor.called' })).toBe('Constructor called')
})

test('before and after are in words: dates, amounts and what changed, without ids', () => {
  expect(factsByName({ before: null, after: 'Two dogs' })).toEqual([{ name: '', before: '', after: 'Two dogs' }])
  expect(factsByName({ before: null, after: null })).toEqual([])
  const before = { id: 'x', from: '2027-01-01', basePrice: 48_000, kind: 'owner', weekdays: [5, 6], open: true }
  const after = { ...before, id: 'y', from: '2027-01-02', basePrice: 50_000, weekdays: [5], open: false }
  expect(factsByName({ before, after })).toEqual([
    { name: 'From', before: 'Friday, January 1, 2027', after: 'Saturday, January 2, 2027' },
    { name: 'Base price', before: '$480.00', after: '$500.00' },
    { name: 'Weekdays', before: '5, 6', after: '5' },
    { name: 'Open', before: 'yes', after: 'no' },
  ])
  expect(factsByName({ before: [{ nights: '2', propertyId: 'x' }], after: null })).toEqual([
    { name: '', before: 'nights 2', after: '' },
  ])
  expect(factsByName({ before: 'confirmed', after: { status: 'cancelled', refund: 75_000 } })).toEqual([
    { name: '', before: 'confirmed', after: '' },
    { name: 'Status', before: '', after: 'cancelled' },
    { name: 'Refund', before: '', after: '$750.00' },
  ])
})

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

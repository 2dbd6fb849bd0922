import { globSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { DATE_TESTS } from './date-tests.ts'
import { listFiles, readSources, type SourceFile } from './source-tree.ts'

const root = path.resolve(import.meta.dirname, '..')
const TEST = /^(?:app|content|server|test)\/.*\.test\.tsx?$/

/** They work on databases for long, and use dates only to say how many days ahead something lies. */
const TOO_LONG = [
  'app/features/bookings/booking-with-code.test.ts',
  'content/load-content.test.ts',
  'test/attacks/nights-off-sale.test.ts',
]

const imports = (file: SourceFile | undefined, target: string) =>
  file?.imports.some((asked) => asked.target === target && !asked.typeOnly) ?? false

test('a test that counts with dates, or is of a module that does and needs no database, runs in other time zones too', () => {
  const sources = new Map(readSources(root, listFiles(root)).map((source) => [source.path, source]))
  const countsDates = (file: SourceFile | undefined) => imports(file, 'app/shared/dates.ts')
  const testsDates = (file: SourceFile) => {
    if (countsDates(file)) return true
    if (imports(file, 'test/database.ts')) return false
    const tested = file.path.replace(/(?:\.properties)?\.test\.tsx?$/, '')
    return ['.ts', '.tsx', '.server.ts'].some((ending) => countsDates(sources.get(tested + ending)))
  }
  const found = [...sources.values()].filter((file) => TEST.test(file.path) && testsDates(file))
  expect(found.length).toBeGreaterThan(10)
  const listed = [...TOO_LONG, ...globSync(DATE_TESTS, { cwd: root })]
  expect(found.map((file) => file.path).filter((file) => !listed.includes(file))).toEqual([])
})

test('each line of the list names a test', () => {
  expect(DATE_TESTS.filter((pattern) => globSync(pattern, { cwd: root }).length === 0)).toEqual([])
})

import { globSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { DATE_TESTS } from '../date-tests.ts'
import { listFiles, readText } from './files.ts'

const root = path.resolve(import.meta.dirname, '../..')

/** Slow database tests that use dates only to count days ahead. */
const TOO_LONG = [
  'app/features/pricing/manage/prices/one-price.properties.test.ts',
  'app/features/search/cached-answers.properties.test.ts',
  'app/features/lodging-tax/filings.test.ts',
  'app/features/reports/one-rent.properties.test.ts',
  'app/features/reports/year.test.ts',
  'app/features/bookings/request/booking-with-code.test.ts',
  'app/features/privacy/manage/personal-data.test.ts',
  'content/demo-year/demo-year.test.ts',
  'content/demo-year/demo-year-reports.test.ts',
  'test/attacks/nights-off-sale.test.ts',
]

const COUNTS_DATES = /^import (?!type)[^']*'(?:#app\/shared|\.)\/dates\.ts'/m

test('a test that calculates with dates, or covers a module that does without a database, also runs in other time zones', () => {
  const files = new Set(listFiles())
  const countsDates = (file: string) => files.has(file) && COUNTS_DATES.test(readText(file))
  const testsDates = (file: string) => {
    if (countsDates(file)) return true
    if (readText(file).includes("test/database.ts'")) return false
    const tested = file.replace(/(?:\.properties)?\.test\.tsx?$/, '')
    return ['.ts', '.tsx', '.server.ts'].some((ending) => countsDates(tested + ending))
  }
  const found = [...files].filter(
    (file) => /^(?:app|content|server|test)\/.*\.test\.tsx?$/.test(file) && testsDates(file),
  )
  expect(found.length).toBeGreaterThan(10)
  const listed = [...TOO_LONG, ...globSync(DATE_TESTS, { cwd: root })]
  expect(found.filter((file) => !listed.includes(file))).toEqual([])
})

test('each line of the list names an existing test', () => {
  expect(DATE_TESTS.filter((pattern) => globSync(pattern, { cwd: root }).length === 0)).toEqual([])
})

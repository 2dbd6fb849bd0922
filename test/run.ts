import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { buildIfNeeded } from '#server/build.ts'
import { checkSizes } from '#server/page-sizes.ts'
import { findInstalledChromium, hasBundledBrowser } from '../e2e/browser.ts'
import { CHECKS } from './runner/checks.ts'
import { lockRun } from './runner/lock.ts'
import { isStopped, leftOut, type Outcome, runRow, runStep, type Step, stopStepsOnSignal } from './runner/steps.ts'
import { tableOf, totalsOf } from './runner/table.ts'
import { clockOfTests } from './test-clock.ts'

/**
 * Runs everything. Format, lint and types beside the build and its sizes, then unit tests, then browser tests. A failure
 * before the tests stops the run. Arguments after `npm test --` go to both kinds of tests: a part of a file's path, or
 * `-t` and a title. With `--all`, every database test runs on a PostgreSQL server too. The journeys run once more in an
 * installed Chromium.
 */
const root = path.resolve(import.meta.dirname, '..')
const TOTALS_FILE = path.join(root, 'test-results/totals.json')
const args = process.argv.slice(2).filter((word) => word !== '--all')
const isAll = process.argv.includes('--all')
process.env.PATH = `${path.join(root, 'node_modules/.bin')}${path.delimiter}${process.env.PATH}`
if (isAll) process.env.TEST_ALL = '1'
Object.assign(process.env, clockOfTests())

// Arguments may name a file that only one of the two has.
const words = ['--reporter=./test/summary-reporter.ts', '--reporter=minimal', '--passWithNoTests', ...args]
const TESTS: Step = { name: 'Unit and database tests', kind: 'tests', program: 'vitest', args: ['run', ...words] }
const journeyWords = args.map((word) => (word === '-t' ? '-g' : word))
const journeys = (name: string, ...more: string[]): Step => ({
  name,
  kind: 'tests',
  program: 'playwright',
  args: ['test', '--reporter=./e2e/summary-reporter.ts', '--pass-with-no-tests', ...journeyWords, ...more],
})

async function runAll(): Promise<Outcome[]> {
  const build: Step = { name: 'Build', kind: 'check', program: 'node', args: ['server/build.ts'] }
  const outcomes = (await Promise.all([runRow(CHECKS), runRow([build])])).flat()
  if (outcomes.some(({ code }) => code !== 0)) return outcomes
  if (!isStopped()) checkSizes(path.join(await buildIfNeeded(), 'client'))
  for (const step of [TESTS, journeys('Journeys')]) if (!isStopped()) outcomes.push(await runStep(step))
  const installed = isAll && hasBundledBrowser && !process.env.CHROME_PATH ? findInstalledChromium() : null
  if (!installed || isStopped()) return outcomes
  // Every page at every width, and the other engines, were in the run before.
  const again = journeys(`Journeys in ${installed}`, '--grep-invert=in (Firefox|WebKit)')
  outcomes.push(await runStep({ ...again, env: { CHROME_PATH: installed, TEST_ALL: '' } }))
  return outcomes
}

lockRun()
rmSync(TOTALS_FILE, { force: true })
rmSync(path.join(root, 'test-results/steps'), { recursive: true, force: true })
stopStepsOnSignal()
const from = performance.now()
const outcomes = await runAll()
const totals = totalsOf(outcomes)
process.stdout.write(`\n${tableOf(outcomes, performance.now() - from, leftOut())}\n`)
if (isStopped()) {
  process.stdout.write('\nThe run was stopped: not everything was tested.\n')
  process.exit(130)
}
if (outcomes.some(({ results }) => results)) {
  mkdirSync(path.dirname(TOTALS_FILE), { recursive: true })
  writeFileSync(TOTALS_FILE, `${JSON.stringify(totals)}\n`)
}
process.stdout.write(`\n${totals.passed} tests passed, ${totals.failed} failed, ${totals.skipped} skipped\n`)
process.exit(outcomes.find(({ code }) => code !== 0)?.code ?? 0)

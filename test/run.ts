import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { buildIfNeeded } from '#server/build.ts'
import { findInstalledChromium, hasBundledBrowser } from '../e2e/browser.ts'
import { TOTALS_FILE, type Totals } from './summary-reporter.ts'
import { clockOfTests } from './test-clock.ts'

/**
 * Runs all checks, the fastest first: format, types, the build with its budgets, unit tests, browser tests. A failure
 * before the tests stops the run. Arguments after `npm test --` go to both kinds of tests: a part of a file's path, or
 * `-t` and a title. With `--all`, every database test runs on a PostgreSQL server too. The journeys run once more in an
 * installed Chromium.
 */
const root = path.resolve(import.meta.dirname, '..')
const args = process.argv.slice(2).filter((word) => word !== '--all')
const isAll = process.argv.includes('--all')
const env: NodeJS.ProcessEnv = {
  ...process.env,
  ...(isAll && { TEST_ALL: '1' }),
  ...clockOfTests(),
  PATH: `${path.join(root, 'node_modules/.bin')}${path.delimiter}${process.env.PATH}`,
}

function run(program: string, ...args: string[]): number {
  const { status, error } = spawnSync(program, args, { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'] })
  if (error) throw error
  if (status !== 0) process.stderr.write(`\n${program} ${args.join(' ')} failed.\n`)
  return status ?? 1
}

function runOrExit(program: string, ...args: string[]) {
  const status = run(program, ...args)
  if (status !== 0) process.exit(status)
}

rmSync(TOTALS_FILE, { force: true })
runOrExit('biome', 'ci', '--error-on-warnings', '.')
runOrExit('react-router', 'typegen')
runOrExit('tsc', '-p', '.')
await buildIfNeeded()
// Arguments may name a file that only one of the two has.
const unit = run('vitest', 'run', '--passWithNoTests', ...args)
const journeys = ['test', '--pass-with-no-tests', ...args.map((word) => (word === '-t' ? '-g' : word))]
let browsers = run('playwright', ...journeys)
const installed = isAll && hasBundledBrowser && !env.CHROME_PATH ? findInstalledChromium() : null
if (installed) {
  process.stdout.write(`\nJourneys in ${installed}:\n`)
  // Every page at every width, and the other engines, were in the run before.
  Object.assign(env, { CHROME_PATH: installed, TEST_ALL: '' })
  browsers = run('playwright', ...journeys, '--grep-invert=in (Firefox|WebKit)') || browsers
}
const { passed, failed, skipped } = JSON.parse(readFileSync(TOTALS_FILE, 'utf8')) as Totals
process.stdout.write(`\n${passed} tests passed, ${failed} failed, ${skipped} skipped\n`)
process.exit(unit || browsers)

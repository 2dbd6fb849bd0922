import path from 'node:path'
import { adjacentTests, changedFiles } from './runner/changed-tests.ts'
import { CHECKS } from './runner/checks.ts'
import { isStopped, type Outcome, runRow, type Step, stopStepsOnSignal } from './runner/steps.ts'
import { tableOf } from './runner/table.ts'

/**
 * The checks before each commit: format, lint and types beside the unit tests. Then the tests of databases, servers and
 * processes beside changed files.
 */
const root = path.resolve(import.meta.dirname, '..')
process.env.PATH = `${path.join(root, 'node_modules/.bin')}${path.delimiter}${process.env.PATH}`

function vitest(name: string, project: string, ...files: string[]): Step {
  const reporters = ['--reporter=./test/summary-reporter.ts', '--reporter=minimal']
  const args = ['run', '--project', project, '--passWithNoTests', ...reporters, ...files]
  return { name, kind: 'tests', program: 'vitest', args }
}

stopStepsOnSignal()
const from = performance.now()
const beside = adjacentTests(root, changedFiles(root))
const journeys = beside.filter((file) => file.startsWith('e2e/'))
const others = beside.filter((file) => !file.startsWith('e2e/'))
const tests = [vitest('Unit tests', 'unit')]
if (others.length > 0) tests.push(vitest('Tests beside changed files', 'integration*', ...others))
const outcomes: Outcome[] = (await Promise.all([runRow(CHECKS), runRow(tests)])).flat()
process.stdout.write(`\n${tableOf(outcomes, performance.now() - from, [])}\n`)
if (isStopped()) {
  process.stdout.write('\nThe check was stopped: not everything was checked.\n')
  process.exit(130)
}
if (journeys.length > 0) process.stdout.write(`\nNot run: npm test -- ${journeys.join(' ')}\n`)
process.exit(outcomes.find(({ code }) => code !== 0)?.code ?? 0)

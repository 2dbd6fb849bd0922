import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { buildIfNeeded } from '#server/build.ts'
import { TOTALS_FILE } from './summary-reporter.ts'

/**
 * Everything, in the order of what is cheapest to learn: form, types, the build with its budgets, then all tests in one
 * run, so that its sums are the sums of all suites. The first step that fails ends it. Words after `npm test --` go to
 * the tests: a file's name, or `-t` and a title. With `--all`, every database test runs on a PostgreSQL server too.
 */
const root = path.resolve(import.meta.dirname, '..')
const words = process.argv.slice(2)
const all = words.includes('--all') ? { TEST_ALL: '1' } : {}
const env = {
  ...process.env,
  ...all,
  PATH: `${path.join(root, 'node_modules/.bin')}${path.delimiter}${process.env.PATH}`,
}

function run(program: string, ...words: string[]) {
  const { status, error } = spawnSync(program, words, { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'] })
  if (error) throw error
  if (status === 0) return
  process.stderr.write(`\n${program} ${words.join(' ')} failed.\n`)
  process.exit(status ?? 1)
}

rmSync(TOTALS_FILE, { force: true })
run('biome', 'ci', '--error-on-warnings', '.')
run('react-router', 'typegen')
run('tsc', '-p', '.')
await buildIfNeeded()
run('vitest', 'run', ...words.filter((word) => word !== '--all'))

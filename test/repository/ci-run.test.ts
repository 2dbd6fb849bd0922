import { spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

let checkout: string

beforeEach(() => {
  checkout = mkdtempSync(path.join(tmpdir(), 'pc-ci-'))
  mkdirSync(path.join(checkout, '.ci'))
  mkdirSync(path.join(checkout, 'bin'))
  copyFileSync(path.resolve(import.meta.dirname, '../../.ci/run'), path.join(checkout, '.ci/run'))
  writeFileSync(path.join(checkout, 'README.md'), 'Test it:\n\n    not this\n\n```\nnpm ci && npm test\n```\n')
})
afterEach(() => rmSync(checkout, { recursive: true }))

/** Runs the script with a fake `npm` and the given test command. */
function runWith(npmTest: string, ...args: string[]) {
  const npm = path.join(checkout, 'bin/npm')
  writeFileSync(npm, `#!/bin/sh\necho "$*" >> commands\nmkdir -p test-results\n[ "$1" = ci ] && exit 0\n${npmTest}\n`)
  chmodSync(npm, 0o755)
  for (const engine of ['firefox-esr', 'WebKitWebDriver', 'xvfb-run', 'xauth']) {
    writeFileSync(path.join(checkout, 'bin', engine), '', { mode: 0o755 })
  }
  const PATH = `${path.join(checkout, 'bin')}:${process.env.PATH}`
  const env = { PATH, TEST_DATABASE_URL: 'postgres://none' }
  const { status, stdout, stderr } = spawnSync('bash', ['.ci/run', ...args], { cwd: checkout, env, encoding: 'utf8' })
  return { status, last: stdout.trimEnd().split('\n').at(-1), stderr }
}
const totals = (passed: number, failed: number) =>
  `echo '{"passed":${passed},"failed":${failed},"skipped":1}' > test-results/totals.json`

test('a passing run exits with 0 and the totals of all suites', () => {
  expect(runWith(totals(12, 0))).toEqual({ status: 0, last: '12 passed, 0 failed', stderr: '' })
})

test('a failed test and its exit code are reported', () => {
  expect(runWith(`${totals(11, 2)}; exit 3`)).toMatchObject({ status: 3, last: '11 passed, 2 failed' })
  expect(runWith(totals(11, 2))).toMatchObject({ status: 1, last: '11 passed, 2 failed' })
})

test('a run without totals, or without tests, fails', () => {
  expect(runWith('true')).toMatchObject({ status: 1, last: '0 passed, 1 failed' })
  expect(runWith(totals(0, 0))).toMatchObject({ status: 1, last: '0 passed, 1 failed' })
})

test('a step that fails outside the tests counts as a failure in the totals', () => {
  expect(runWith('exit 2')).toMatchObject({ status: 2, last: '0 passed, 1 failed' })
})

test('a run without the PostgreSQL server fails', () => {
  const { status, stderr } = runWith(`${totals(5, 0)}; echo 'PostgreSQL tests are skipped: none found.' >&2`)
  expect(status).toBe(1)
  expect(stderr).toContain('did not run on the PostgreSQL server')
})

test('a run without one of the engines fails', () => {
  const { status, stderr } = runWith(`${totals(5, 0)}; echo 'WebKit journeys are skipped: install xvfb.' >&2`)
  expect(status).toBe(1)
  expect(stderr).toContain('did not run in every engine')
})

test('everything runs once, the tests with --all if the script gets it', () => {
  const commands = () => readFileSync(path.join(checkout, 'commands'), 'utf8').trim().split('\n')
  runWith(totals(5, 0))
  expect(commands().slice(0, 2)).toEqual(['ci', 'test'])
  expect([[], ['run --silent test:image -- --if-changed']]).toContainEqual(commands().slice(2))
  rmSync(path.join(checkout, 'commands'))
  runWith(totals(5, 0), '--all')
  expect(commands().slice(0, 2)).toEqual(['ci', 'test -- --all'])
  expect([[], ['run --silent test:image']]).toContainEqual(commands().slice(2))
})

test('without its line in the README the script has nothing to run', () => {
  writeFileSync(path.join(checkout, 'README.md'), 'Run npm test.\n')
  const { status, stderr, last } = runWith(totals(5, 0))
  expect({ status, last }).toEqual({ status: 1, last: '0 passed, 1 failed' })
  expect(stderr).toContain("no line 'npm ci && npm test'")
})

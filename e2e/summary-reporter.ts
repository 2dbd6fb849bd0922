import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { Reporter, Suite, TestCase, TestError, TestResult } from '@playwright/test/reporter'
import { listNotRun } from '#test/not-run.ts'
import { Progress } from '#test/runner/progress.ts'
import { type Results, resultsFile, writeResults } from '#test/runner/results.ts'

const ROOT = path.resolve(import.meta.dirname, '..')
const fileOf = ({ location }: TestCase) => path.relative(ROOT, location.file)
/** File, groups and title, as a person looks for them. */
const titleOf = (test: TestCase) => test.titlePath().slice(3).join(' › ')

/**
 * Names the tests that passed at their second try. As a step of `npm test`, it is the only reporter. It says how
 * far the journeys are, shows each failure in full, and writes the results.
 */
export default class SummaryReporter implements Reporter {
  private suite: Suite | undefined
  private strayErrors = 0
  private progress: Progress | undefined

  onBegin(_config: unknown, suite: Suite) {
    this.suite = suite
    if (!resultsFile()) return
    const counts = new Map<string, number>()
    for (const test of suite.allTests()) counts.set(fileOf(test), (counts.get(fileOf(test)) ?? 0) + 1)
    this.progress = new Progress(process.env.TEST_STEP ?? '', 'tests', counts)
  }

  onTestEnd(test: TestCase, result: TestResult) {
    if (!this.progress) return
    const isLast = result.retry === test.retries || result.status === test.expectedStatus || result.status === 'skipped'
    const isFailed = result.status !== test.expectedStatus && result.status !== 'skipped'
    if (isFailed && result.status !== 'interrupted') this.show(test, result, isLast)
    if (isLast) this.progress.add(fileOf(test), isFailed)
  }

  onError(error: TestError) {
    this.strayErrors += 1
    this.progress?.clear()
    if (this.progress) process.stdout.write(`${wordsOf(error)}\n`)
  }

  onEnd() {
    this.progress?.clear()
    const results: Results = { passed: 0, failed: this.strayErrors, skipped: 0, again: [], files: {} }
    for (const test of this.suite?.allTests() ?? []) {
      const outcome = test.outcome()
      const file = fileOf(test)
      results.files[file] = (results.files[file] ?? 0) + test.results.reduce((sum, { duration }) => sum + duration, 0)
      if (outcome === 'flaky') results.again.push({ file, title: titleOf(test) })
      if (outcome === 'expected' || outcome === 'flaky') results.passed += 1
      else if (outcome === 'skipped') results.skipped += 1
      else results.failed += 1
    }
    for (const line of listNotRun(this.suite?.allTests() ?? [])) process.stderr.write(`\n${line}\n`)
    writeResults(results)
    if (resultsFile()) return
    for (const { file, title } of results.again)
      process.stdout.write(`\nFlaky, passed on its second try: ${file} › ${title}\n`)
  }

  printsToStdio() {
    return true
  }

  private show(test: TestCase, result: TestResult, isLast: boolean) {
    this.progress?.clear()
    const { line } = test.location
    const title = `${fileOf(test)}:${line} › ${titleOf(test)}`
    const tries = isLast ? 'FAILED' : 'Failed at the first try'
    const traces = result.attachments.flatMap(({ name, path: at }) =>
      at ? [`  ${name}: ${path.relative(ROOT, at)}`] : [],
    )
    const errors = result.errors.map((error) => wordsOf(error))
    const text = [`${tries}: ${title}`, ...errors, ...traces].join('\n\n')
    process.stdout.write(`\n${process.stdout.isTTY ? text : stripVTControlCharacters(text)}\n\n`)
  }
}

/** Everything that Playwright knows of an error: its message, the lines of code, and where it was called. */
function wordsOf({ message = '', stack, snippet, value, cause }: TestError): string {
  const text = stack?.startsWith(message) ? stack : [message, stack].filter(Boolean).join('\n')
  const words = [text || value || 'an error without a message', snippet]
  if (cause) words.push(`Caused by: ${wordsOf(cause)}`)
  return words.filter(Boolean).join('\n\n')
}

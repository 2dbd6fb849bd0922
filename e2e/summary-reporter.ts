import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Reporter, Suite } from '@playwright/test/reporter'
import { TOTALS_FILE, type Totals } from '#test/summary-reporter.ts'

function totalsSoFar(): Totals {
  try {
    return JSON.parse(readFileSync(TOTALS_FILE, 'utf8')) as Totals
  } catch {
    return { passed: 0, failed: 0, skipped: 0 }
  }
}

/** Adds the browser tests to the totals of the unit tests, and names the flaky ones. An error outside any test counts as a failure. */
export default class SummaryReporter implements Reporter {
  private suite: Suite | undefined
  private strayErrors = 0

  onBegin(_config: unknown, suite: Suite) {
    this.suite = suite
  }

  onError() {
    this.strayErrors += 1
  }

  onEnd() {
    const totals = totalsSoFar()
    totals.failed += this.strayErrors
    for (const test of this.suite?.allTests() ?? []) {
      const outcome = test.outcome()
      if (outcome === 'flaky')
        process.stdout.write(`\nFlaky, passed on its second try: ${test.titlePath().join(' › ')}\n`)
      if (outcome === 'expected' || outcome === 'flaky') totals.passed += 1
      else if (outcome === 'skipped') totals.skipped += 1
      else totals.failed += 1
    }
    mkdirSync(path.dirname(TOTALS_FILE), { recursive: true })
    writeFileSync(TOTALS_FILE, `${JSON.stringify(totals)}\n`)
  }
}

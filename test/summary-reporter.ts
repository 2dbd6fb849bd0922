import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Reporter, SerializedError, TestModule } from 'vitest/node'

export type Totals = { passed: number; failed: number; skipped: number }

export const TOTALS_FILE = path.resolve(import.meta.dirname, '../test-results/totals.json')

/** Counts the tests that really ran. A file that does not load and an error outside any test count as failures. */
function countTests(modules: readonly TestModule[], strayErrors: readonly SerializedError[]): Totals {
  const totals: Totals = { passed: 0, failed: strayErrors.length, skipped: 0 }
  for (const module of modules) {
    let failedInside = 0
    for (const test of module.children.allTests()) {
      const { state } = test.result()
      if (state === 'passed') totals.passed += 1
      if (state === 'skipped') totals.skipped += 1
      if (state === 'failed') failedInside += 1
    }
    totals.failed += module.ok() ? failedInside : Math.max(failedInside, 1)
  }
  return totals
}

/** Writes the totals of a run, all projects together, to `test-results/totals.json`. */
export default class SummaryReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], strayErrors: readonly SerializedError[]): void {
    mkdirSync(path.dirname(TOTALS_FILE), { recursive: true })
    writeFileSync(TOTALS_FILE, `${JSON.stringify(countTests(modules, strayErrors))}\n`)
  }
}

import path from 'node:path'
import type { Reporter, SerializedError, TestCase, TestModule, TestSpecification } from 'vitest/node'
import { Progress } from './runner/progress.ts'
import { type Results, resultsFile, writeResults } from './runner/results.ts'

const ROOT = path.resolve(import.meta.dirname, '..')
const fileOf = ({ moduleId }: { moduleId: string }) => path.relative(ROOT, moduleId)

/** Counts the tests that really ran. A file that does not load and an error outside any test count as failures. */
function countTests(modules: readonly TestModule[], strayErrors: readonly SerializedError[]): Results {
  const results: Results = { passed: 0, failed: strayErrors.length, skipped: 0, again: [], files: {} }
  for (const module of modules) {
    let failedInside = 0
    for (const test of module.children.allTests()) {
      const { state } = test.result()
      if (state === 'passed') results.passed += 1
      if (state === 'skipped') results.skipped += 1
      if (state === 'failed') failedInside += 1
      const file = fileOf(module)
      if (state === 'passed' && test.diagnostic()?.flaky) results.again.push({ file, title: test.fullName })
    }
    results.failed += module.ok() ? failedInside : Math.max(failedInside, 1)
    const { duration, collectDuration, setupDuration } = module.diagnostic()
    const file = fileOf(module)
    // Some files run once more in other time zones.
    results.files[file] = (results.files[file] ?? 0) + duration + collectDuration + setupDuration
  }
  return results
}

/** As a step of `npm test`: shows the progress of the tests, and writes their results. */
export default class SummaryReporter implements Reporter {
  private progress: Progress | undefined

  onTestRunStart(specifications: readonly TestSpecification[]): void {
    if (!resultsFile()) return
    // Vitest knows the tests of a file only once it runs. So files are counted.
    const counts = new Map<string, number>()
    for (const file of specifications.map(fileOf)) counts.set(file, (counts.get(file) ?? 0) + 1)
    this.progress = new Progress(process.env.TEST_STEP ?? '', 'files', counts)
  }

  onTestCaseResult(test: TestCase): void {
    if (test.result().state === 'failed') this.progress?.clear()
  }

  onTestModuleEnd(module: TestModule): void {
    if (!module.ok()) this.progress?.clear()
    this.progress?.add(fileOf(module), !module.ok())
  }

  onTestRunEnd(modules: readonly TestModule[], strayErrors: readonly SerializedError[]): void {
    this.progress?.clear()
    writeResults(countTests(modules, strayErrors))
  }
}

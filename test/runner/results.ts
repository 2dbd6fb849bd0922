import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** The results of a step of tests for the table at the end of `npm test`. Times are milliseconds. */
export type Results = {
  passed: number
  failed: number
  skipped: number
  /** Tests that passed at their second try. */
  again: { file: string; title: string }[]
  /** How long the tests of each file took, hooks included. */
  files: Record<string, number>
}

/** The file of results of a step of `npm test`; null for a runner that was started by hand. */
export const resultsFile = (): string | null => process.env.TEST_RESULTS ?? null

/** The reporter's side: tests that were started by hand leave no results. */
export function writeResults(results: Results): void {
  const file = resultsFile()
  if (!file) return
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, `${JSON.stringify(results)}\n`)
}

/** The file's text as JSON, or null if it is missing or was cut short. */
export function readJson<Content>(file: string): Content | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Content
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** The last durations of a step, by file and in all. */
type Durations = { wall: number; files: Record<string, number> }

const DURATIONS = path.resolve(import.meta.dirname, '../../node_modules/.cache/powder-and-cove/test-durations.json')

export function lastDurations(step: string): Durations | null {
  return readJson<Record<string, Durations>>(DURATIONS)?.[step] ?? null
}

/** Remembers the durations of a step. Files that did not run keep theirs. */
export function rememberDurations(step: string, { wall, files }: Durations): void {
  const all = readJson<Record<string, Durations>>(DURATIONS) ?? {}
  all[step] = { wall, files: { ...all[step]?.files, ...files } }
  mkdirSync(path.dirname(DURATIONS), { recursive: true })
  writeFileSync(DURATIONS, `${JSON.stringify(all)}\n`)
}

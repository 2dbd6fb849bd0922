import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { DatabaseInUseError, lockDirectory } from '#app/platform/db/directory-lock.server.ts'

const FOLDER = path.resolve(import.meta.dirname, '../../test-results')

/** Kept: without a reference the lock would end with the next garbage collection. */
let unlock: (() => void) | undefined

/** Ends this process if another run of `npm test` in this folder would share its results and traces. */
export function lockRun(): void {
  if (unlock) return
  mkdirSync(FOLDER, { recursive: true })
  try {
    unlock = lockDirectory(FOLDER, path.join(FOLDER, 'run.lock'))
  } catch (error) {
    if (!(error instanceof DatabaseInUseError)) throw error
    process.stderr.write('Another "npm test" runs in this folder: wait for its end, or stop it.\n')
    process.exit(1)
  }
}

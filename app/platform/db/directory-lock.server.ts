import { DatabaseSync } from 'node:sqlite'

/** Another process has this data directory open. The message is a sentence for the operator. */
export class DatabaseInUseError extends Error {
  override name = 'DatabaseInUseError'
}

/**
 * Locks a data directory for the lifetime of this process and returns a function that unlocks it. Two processes on one
 * embedded database lose rows silently, and PGlite does not detect it. The operating system releases SQLite's exclusive
 * lock on a separate file even after kill -9.
 * @throws {DatabaseInUseError} when another process holds the lock.
 */
export function lockDirectory(dataDir: string, file: string): () => void {
  const lock = new DatabaseSync(file)
  try {
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    if ((error as { errcode?: number }).errcode !== 5) throw error
    throw new DatabaseInUseError(
      `Another process is using the database in ${dataDir}: stop it first, or choose another DATA_DIR.`,
    )
  }
  return () => lock.close()
}

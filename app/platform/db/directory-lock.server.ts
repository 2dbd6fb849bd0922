import { DatabaseSync } from 'node:sqlite'

/** Another process has this data directory open. Its message is a sentence for the operator. */
export class DatabaseInUseError extends Error {
  override name = 'DatabaseInUseError'
}

/**
 * Takes the lock of a data directory for the life of this process, and gives a function that frees it. Two processes
 * on one embedded database lose rows silently, and PGlite does not notice; SQLite's exclusive lock on a file of its own
 * is freed by the operating system even after kill -9.
 * @throws {DatabaseInUseError} when another process holds it.
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

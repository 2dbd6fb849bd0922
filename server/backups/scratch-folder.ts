import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { DatabaseInUseError, lockDirectory } from '#app/platform/db/directory-lock.server.ts'
import { BackupRefused } from './manifest.ts'

/** Another process makes or checks a backup: no failure. */
export class BackupBusy extends BackupRefused {
  override name = 'BackupBusy'
}

/**
 * Works in an empty folder below DATA_DIR, removed afterwards. What a killed process left there is removed first: only
 * one works at a time. Throws `BackupBusy` while another does.
 */
export async function inScratchFolder<Result>(
  dataDir: string,
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const unlock = lock(dataDir)
  const folder = path.join(dataDir, 'backup.new')
  try {
    await rm(folder, { recursive: true, force: true })
    await mkdir(folder, { mode: 0o700 })
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
    unlock()
  }
}

function lock(dataDir: string): () => void {
  try {
    return lockDirectory(dataDir, path.join(dataDir, 'backup.lock'))
  } catch (error) {
    if (!(error instanceof DatabaseInUseError)) throw error
    throw new BackupBusy('A backup is being made or checked right now. Try again when it is done.')
  }
}

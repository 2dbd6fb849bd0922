import { accessSync, chmodSync, constants, lstatSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import type { Logger } from '#app/platform/log.server.ts'
import { StartRefused } from './start-refused.ts'

/** Everything that the site writes below DATA_DIR. Anything else there is left alone. */
export const OWN_FILES = [
  'backup.lock',
  'backup.new',
  'backups',
  'control.sock',
  'database',
  'database.lock',
  'database.new',
  'dumps',
  'first-operator.txt',
  'mail',
  'objects',
  'uploads',
  'variants',
]

/**
 * Creates the site's data folder if missing, and denies other users of this machine access. The site's files there get
 * mode 0600 (folders 0700), and so does everything that this process writes from here on. An existing folder keeps its
 * own mode, and the log warns when others may enter it. Throws `StartRefused` when the site cannot write there.
 */
export function openDataFolder(dataDir: string, log: Logger): void {
  process.umask(0o077)
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
    for (const name of OWN_FILES) closeToOthers(path.join(dataDir, name), log)
  } catch (error) {
    throw cannotWrite(dataDir, error)
  }
  if (isOpenToOthers(statSync(dataDir).mode)) {
    log.warn(
      { event: 'data-folder.open-to-others', dataDir },
      `other users of this machine may enter DATA_DIR: close it with "chmod 700 ${dataDir}"`,
    )
  }
}

export function cannotWrite(dataDir: string, error: unknown): StartRefused {
  const { code } = error as NodeJS.ErrnoException
  return new StartRefused(
    `The site cannot write to ${dataDir} (${code}): let its user write there, or set DATA_DIR to a folder where it may.`,
  )
}

const isOpenToOthers = (mode: number) => (mode & 0o077) !== 0

/** Symbolic links are not followed: their target may not be the site's. */
function closeToOthers(at: string, log: Logger): void {
  const found = lstatSync(at, { throwIfNoEntry: false })
  if (!found || found.isSymbolicLink()) return
  try {
    if (isOpenToOthers(found.mode)) chmodSync(at, found.mode & 0o700)
    if (found.isDirectory()) for (const name of readdirSync(at)) closeToOthers(path.join(at, name), log)
  } catch (error) {
    log.warn(
      { event: 'data-folder.not-closed', err: error, path: at },
      'cannot be closed to other users of this machine',
    )
  }
}

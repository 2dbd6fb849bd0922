import { randomUUID } from 'node:crypto'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import path from 'node:path'

/**
 * Writes a whole file or nothing, and creates its folders. Writes a temporary file beside it, syncs it, and renames it
 * over the file. The temporary name starts with a dot, which no storage key does, followed by the file's name. So
 * `temporaryOf` matches it.
 */
export async function writeWholeFile(file: string, bytes: Uint8Array): Promise<void> {
  const folder = path.dirname(file)
  const temporary = path.join(folder, `${temporaryOf(file)}${randomUUID()}`)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  try {
    const handle = await open(temporary, 'wx', 0o600)
    try {
      await handle.writeFile(bytes)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(temporary, file)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
  await syncFolder(folder)
}

/** The name prefix of a file's temporary files. A crash during a write leaves one behind. */
export function temporaryOf(file: string): string {
  return `.${path.basename(file)}.`
}

/** Syncs a folder, so that a file created or renamed in it survives a power cut. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

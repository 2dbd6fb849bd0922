import { randomUUID } from 'node:crypto'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import path from 'node:path'

/**
 * Writes a whole file or nothing, making its folders: a temporary file beside it, synced, then renamed over it. The name of the
 * temporary file begins with a dot, which no storage key does, and the file's own: `temporaryOf` knows it again.
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

/** How the names of a file's temporary files begin. A crash in the middle of a write leaves one. */
export function temporaryOf(file: string): string {
  return `.${path.basename(file)}.`
}

/** Puts the names in a folder on the disk, so that a file made or renamed there is found after a power cut. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

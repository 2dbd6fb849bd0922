import { readdirSync } from 'node:fs'
import { readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import path from 'node:path'

/** A finished build lies in a folder named by the digest of its sources; one that is being built or removed has a longer name. */
const FINISHED = /^[0-9a-f]{64}$/
/** How long the browser files of a release are served after the last process that served its pages. */
const KEPT_MS = 24 * 60 * 60_000

/** The folders with the browser files of the releases beside this one, whose pages may still be open somewhere. */
export function otherClients(release: string): string[] {
  const folder = path.dirname(release)
  return readdirSync(folder)
    .filter((name) => FINISHED.test(name) && name !== path.basename(release))
    .map((name) => path.join(folder, name, 'client'))
}

/** Of another user, or removed by another process meanwhile. */
const NOT_OURS = ['EPERM', 'EACCES', 'EROFS', 'ENOENT']

/**
 * Marks the release that this process serves as in use at this moment, and removes what lies beside it that was last in use a day
 * ago. A process that may not mark its own removes nothing.
 */
export async function markReleaseInUse(release: string, now: Date): Promise<void> {
  try {
    await utimes(release, now, now)
    await removeOld(path.dirname(release), now.getTime() - KEPT_MS)
  } catch (error) {
    if (!NOT_OURS.includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
}

async function removeOld(folder: string, before: number): Promise<void> {
  for (const name of await readdir(folder)) {
    const found = path.join(folder, name)
    if ((await stat(found)).mtimeMs >= before) continue
    // A removal that is cut off must not leave half a release under its name.
    const leaving = FINISHED.test(name) ? `${found}.old` : found
    await rename(found, leaving)
    await rm(leaving, { recursive: true, force: true })
  }
}

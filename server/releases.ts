import { readdirSync } from 'node:fs'
import { readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import path from 'node:path'

/** A finished build is in a folder named by the digest of its sources. One being built or removed has a longer name. */
const FINISHED = /^[0-9a-f]{64}$/
/** How long a release's browser files are served after the last process that served its pages. */
const UNUSED_MS = 24 * 60 * 60_000

/** The browser file folders of the other releases, whose pages may still be open somewhere. */
export function otherClients(release: string): string[] {
  const folder = path.dirname(release)
  return readdirSync(folder)
    .filter((name) => FINISHED.test(name) && name !== path.basename(release))
    .map((name) => path.join(folder, name, 'client'))
}

/** Owned by another user, or removed by another process meanwhile. */
const NOT_OURS = ['EPERM', 'EACCES', 'EROFS', 'ENOENT']

/**
 * Marks the release that this process serves as in use now. Removes the others that were last used a day ago. A process
 * that cannot mark its own removes nothing.
 */
export async function markReleaseInUse(release: string, now: Date): Promise<void> {
  try {
    await utimes(release, now, now)
    await removeOld(path.dirname(release), now.getTime() - UNUSED_MS)
  } catch (error) {
    if (!NOT_OURS.includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
}

async function removeOld(folder: string, before: number): Promise<void> {
  for (const name of await readdir(folder)) {
    const found = path.join(folder, name)
    if ((await stat(found)).mtimeMs >= before) continue
    // An interrupted removal must not leave a partial release under its name.
    const leaving = FINISHED.test(name) ? `${found}.old` : found
    await rename(found, leaving)
    await rm(leaving, { recursive: true, force: true })
  }
}

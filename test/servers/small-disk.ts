import { spawnSync } from 'node:child_process'
import { appendFileSync, mkdtempSync, rmdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

type SmallDisk = { folder: string; fill(): void; empty(): void; unmount(): void }

/** A disk in memory that a test can fill. Mounting needs root: else the reason why there is none, also on stderr. */
export function mountSmallDisk(megabytes: number): SmallDisk | string {
  const folder = mkdtempSync(path.join(tmpdir(), 'pc-disk-'))
  const mount = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], { encoding: 'utf8' })
  if (mount.status !== 0) {
    rmdirSync(folder)
    const reason = `a disk of its own cannot be mounted: ${(mount.error?.message ?? mount.stderr).trim()}`
    process.stderr.write(`Tests of a full disk are skipped: ${reason}\n`)
    return reason
  }
  const ballast = path.join(folder, 'ballast')
  return {
    folder,
    fill() {
      const some = Buffer.alloc(64 * 1024)
      try {
        // A site may be writing, too.
        for (;;) appendFileSync(ballast, some)
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
      }
    },
    empty: () => rmSync(ballast),
    unmount() {
      spawnSync('umount', [folder])
      rmdirSync(folder)
    },
  }
}

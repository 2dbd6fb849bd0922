import { statfsSync } from 'node:fs'

const MEGABYTE = 1024 * 1024
const NEEDED = 200 * MEGABYTE

/** The disk is nearly full. The message is a sentence for the operator. */
export class DiskFullError extends Error {
  override name = 'DiskFullError'
}

/** The bytes that this user can still write below `directory`, which must exist. */
export function freeSpace(directory: string): number {
  const { bavail, bsize } = statfsSync(directory)
  return bavail * bsize
}

/**
 * Throws when less than 200 MB are free below `directory`: the embedded database hangs on a full disk.
 * @throws {DiskFullError}
 */
export function requireFreeSpace(directory: string, free: number = freeSpace(directory)): void {
  if (free >= NEEDED) return
  const left = Math.floor(free / MEGABYTE)
  throw new DiskFullError(
    `Only ${left} MB are free for ${directory}, 200 MB are needed: free some space, then start again.`,
  )
}

import { statfsSync } from 'node:fs'

const MEGABYTE = 1024 * 1024
const NEEDED = 200 * MEGABYTE
/** The maximum size of a checkpoint: all cached pages (32 MB) and the next log segment (16 MB). */
const SHORT = 48 * MEGABYTE

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
 * Throws when less than 200 MB are free below `directory`: the embedded database stops on a full disk.
 * @throws {DiskFullError}
 */
export function requireFreeSpace(directory: string, free: number = freeSpace(directory)): void {
  if (free >= NEEDED) return
  const left = Math.floor(free / MEGABYTE)
  throw new DiskFullError(
    `Only ${left} MB are free for ${directory}, 200 MB are needed: free some space, then start again.`,
  )
}

/**
 * Whether a checkpoint of the embedded database could fill the disk below `directory`. True, too, if nobody can tell.
 */
export function isSpaceShort(directory: string): boolean {
  try {
    return freeSpace(directory) < SHORT
  } catch {
    return true
  }
}

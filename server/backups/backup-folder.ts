import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { freeSpace } from '#app/platform/db/free-space.server.ts'
import { syncFolder } from '#app/platform/storage/write-file.server.ts'
import type { BackupStore } from './backup-store.ts'
import { BackupRefused, backupTimeOf } from './manifest.ts'

const ASIDE = '.unfinished'
/** Nobody writes to a file aside that is as old as this. To read back a large one may take hours. */
const LEFT_MS = 6 * 3_600_000
const MEGABYTE = 1024 * 1024
/** The free space to leave, because the disk may be the site’s: a full one stops its database. */
const LEFT_FREE = 200 * MEGABYTE
/** How often the free space is looked at, in bytes written. */
const LOOK_EVERY = 16 * MEGABYTE

/** Backups in a folder, which is made if the one above exists. Only the site’s user can read them. */
export function openBackupFolder(folder: string): BackupStore {
  const fileOf = (name: string) => path.join(folder, name)
  /** Removes files of a killed process. A file that another worker still writes is younger; files of others stay. */
  async function removeUnfinished() {
    const ours = (await readdir(folder)).filter(
      (name) => name.endsWith(ASIDE) && backupTimeOf(name.slice(0, -ASIDE.length)),
    )
    for (const name of ours) {
      const found = await unlessGone(stat(fileOf(name)))
      if (found && found.mtimeMs < Date.now() - LEFT_MS) await rm(fileOf(name), { force: true })
    }
  }
  async function* whileSpaceIsLeft(chunks: AsyncIterable<Buffer>) {
    let since = LOOK_EVERY
    for await (const chunk of chunks) {
      since += chunk.length
      if (since >= LOOK_EVERY) {
        if (freeSpace(folder) < LEFT_FREE) throw Object.assign(new Error('no space'), { code: 'ENOSPC' })
        since = 0
      }
      yield chunk
    }
  }
  return {
    place: folder,
    async list() {
      const names = await unlessGone(readdir(folder)).catch((error) => {
        throw cannotUse(folder, error)
      })
      // Files of others may be links to nowhere, and an old backup may be deleted meanwhile.
      const sizes = (names ?? []).filter(backupTimeOf).map(async (name) => {
        const found = await unlessGone(stat(fileOf(name)))
        return found ? [{ name, bytes: found.size }] : []
      })
      return (await Promise.all(sizes)).flat()
    },
    async write(name, content, check) {
      const aside = fileOf(`${name}${ASIDE}`)
      try {
        await mkdir(folder, { mode: 0o700 }).catch((error) => {
          if (error.code !== 'EEXIST') throw error
        })
        await removeUnfinished()
        await pipeline(content, whileSpaceIsLeft, createWriteStream(aside, { flags: 'wx', mode: 0o600, flush: true }))
        await check(createReadStream(aside))
        await rename(aside, fileOf(name))
        await syncFolder(folder)
        return (await stat(fileOf(name))).size
      } catch (error) {
        // Another process may be writing a backup of the same second.
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') await rm(aside, { force: true }).catch(() => {})
        throw cannotUse(folder, error)
      }
    },
    read: (name) => createReadStream(fileOf(name)),
    delete: (name) => rm(fileOf(name), { force: true }),
  }
}

/** Null for a deleted file. */
async function unlessGone<Found>(found: Promise<Found>): Promise<Found | null> {
  return found.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
}

const REASONS: Record<string, string> = {
  ENOSPC: 'less than 200 MB are left on its disk',
  ENOENT: 'the folder above it is missing',
  EACCES: 'the site’s user may not write there',
  EROFS: 'it is read-only',
  ENOTDIR: 'it is no folder',
  EEXIST: 'another process is writing one',
}

function cannotUse(folder: string, error: unknown): unknown {
  const reason = REASONS[(error as NodeJS.ErrnoException).code ?? '']
  return reason ? new BackupRefused(`No backup can be written to ${folder}: ${reason}.`, { cause: error }) : error
}

import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { syncFolder } from '#app/platform/storage/write-file.server.ts'
import type { BackupStore } from './backup-store.ts'
import { BackupRefused } from './manifest.ts'

const ASIDE = '.unfinished'

/** Backups in a folder, which is made if the one above exists. Only the site’s user can read them. */
export function openBackupFolder(folder: string): BackupStore {
  const fileOf = (name: string) => path.join(folder, name)
  /** What a killed process left. */
  async function removeUnfinished() {
    const left = (await readdir(folder)).filter((name) => name.endsWith(ASIDE))
    for (const name of left) await rm(fileOf(name), { force: true })
  }
  return {
    place: folder,
    async list() {
      const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return []
        throw cannotUse(folder, error)
      })
      return Promise.all(names.map(async (name) => ({ name, bytes: (await stat(fileOf(name))).size })))
    },
    async write(name, content, check) {
      const aside = fileOf(`${name}${ASIDE}`)
      try {
        await mkdir(folder, { mode: 0o700 }).catch((error) => {
          if (error.code !== 'EEXIST') throw error
        })
        await removeUnfinished()
        await pipeline(content, createWriteStream(aside, { flags: 'wx', mode: 0o600, flush: true }))
        await check(createReadStream(aside))
        await rename(aside, fileOf(name))
        await syncFolder(folder)
      } catch (error) {
        await rm(aside, { force: true }).catch(() => {})
        throw cannotUse(folder, error)
      }
    },
    read: (name) => createReadStream(fileOf(name)),
    delete: (name) => rm(fileOf(name), { force: true }),
  }
}

const REASONS: Record<string, string> = {
  ENOSPC: 'its disk is full',
  ENOENT: 'the folder above it is missing',
  EACCES: 'the site’s user may not write there',
  EROFS: 'it is read-only',
  ENOTDIR: 'it is no folder',
}

function cannotUse(folder: string, error: unknown): unknown {
  const reason = REASONS[(error as NodeJS.ErrnoException).code ?? '']
  return reason ? new BackupRefused(`No backup can be written to ${folder}: ${reason}.`, { cause: error }) : error
}

import { createReadStream } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { requireStorageKey, type Storage } from './storage.server.ts'
import { temporaryOf, writeWholeFile } from './write-file.server.ts'

/** A write older than ten minutes is considered dead. */
const BROKEN_AFTER = 600_000

/** A storage in a local folder, created with the first object. */
export function openDiskStorage(folder: string): Storage {
  const fileOf = (key: string) => {
    requireStorageKey(key)
    return path.join(folder, key)
  }
  return {
    put: (key, bytes) => writeWholeFile(fileOf(key), bytes),
    async get(key) {
      const file = fileOf(key)
      const found = await stat(file).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null
        throw error
      })
      if (!found?.isFile()) return null
      return {
        size: found.size,
        stream: () => Readable.toWeb(createReadStream(file)) as ReadableStream<Uint8Array>,
      }
    },
    async delete(key) {
      const file = fileOf(key)
      await rm(file, { force: true })
      await removeBrokenWrites(file)
    },
  }
}

/** Temporary files of crashed writes of this file; writes in progress keep theirs. */
async function removeBrokenWrites(file: string): Promise<void> {
  const folder = path.dirname(file)
  const names = await readdir(folder).catch(() => [])
  for (const name of names.filter((name) => name.startsWith(temporaryOf(file)))) {
    const temporary = path.join(folder, name)
    const found = await stat(temporary).catch(() => null)
    if (found && Date.now() - found.mtimeMs > BROKEN_AFTER) await rm(temporary, { force: true })
  }
}

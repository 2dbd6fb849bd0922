import { createReadStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { requireStorageKey, type Storage } from './storage.server.ts'
import { writeWholeFile } from './write-file.server.ts'

/** A storage in a folder of this machine, made when the first object comes. */
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
    delete: (key) => rm(fileOf(key), { force: true }),
  }
}

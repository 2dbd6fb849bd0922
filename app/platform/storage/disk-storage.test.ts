import { mkdtemp, readdir, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '#test/temporary-folder.ts'
import { openDiskStorage } from './disk-storage.server.ts'
import { describeStorage } from './storage.contract.ts'

const folder = temporaryFolder()

describeStorage('the disk', async () => openDiskStorage(await mkdtemp(path.join(folder, 'objects-'))))

test('a write leaves no temporary file, not even when it fails', async () => {
  const root = await mkdtemp(path.join(folder, 'write-'))
  const storage = openDiskStorage(root)
  await storage.put('homes/cabin.jpg', new Uint8Array([1]))
  await expect(storage.put('homes', new Uint8Array([1]))).rejects.toThrow()
  expect(await readdir(root, { recursive: true })).toEqual(['homes', 'homes/cabin.jpg'])
})

test('a deletion removes temporary files of crashed writes, but not those of writes in progress', async () => {
  const root = await mkdtemp(path.join(folder, 'crash-'))
  const storage = openDiskStorage(root)
  await storage.put('cabin.jpg', new Uint8Array([1]))
  for (const name of ['.cabin.jpg.broken', '.cabin.jpg.underway', '.condo.jpg.broken']) {
    await writeFile(path.join(root, name), 'half')
    const writtenAt = name.endsWith('broken') ? new Date(0) : new Date()
    await utimes(path.join(root, name), writtenAt, writtenAt)
  }
  await storage.delete('cabin.jpg')
  expect((await readdir(root)).toSorted()).toEqual(['.cabin.jpg.underway', '.condo.jpg.broken'])
})

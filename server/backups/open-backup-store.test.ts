import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, readdir, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import S3rver from 's3rver'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#app/platform/config.server.ts'
import { mountSmallDisk } from '#test/servers/small-disk.ts'
import { temporaryFolder } from '#test/temporary-folder.ts'
import type { BackupStore } from './backup-store.ts'
import { backupName } from './manifest.ts'
import { openBackupStore } from './open-backup-store.ts'
import { inScratchFolder } from './scratch-folder.ts'

const folder = temporaryFolder()
const FIRST = backupName(new Date('2027-01-01T02:15:00Z'))
const SECOND = backupName(new Date('2027-01-02T02:15:00Z'))
const SNOW = Buffer.alloc(1_800_000, 'snow and pancakes ')
/** To fill so many bytes with words takes seconds. */
const bytes = (size: number) => Buffer.concat(Array(Math.ceil(size / SNOW.length)).fill(SNOW), size)
const whole = async (written: Readable) => void (await buffer(written))
/** A file has the time of its disk. That of the test’s clock may be another. */
const writeTimeNow = (file: string) => utimes(file, new Date(), new Date())
const names = async (store: BackupStore) => (await store.list()).map(({ name }) => name).sort()

function describeStore(title: string, open: () => BackupStore, size: number) {
  describe(title, () => {
    test(`stores a file of ${size} bytes, lists it with its size, and returns the same bytes`, async () => {
      const store = open()
      const content = bytes(size)
      let checked = 0
      const parts = Readable.from([content.subarray(0, 9), content.subarray(9)])
      const written = await store.write(FIRST, parts, async (file) => {
        checked = (await buffer(file)).length
      })
      expect([written, checked]).toEqual([content.length, content.length])
      expect(await store.list()).toEqual([{ name: FIRST, bytes: content.length }])
      expect((await buffer(store.read(FIRST))).equals(content)).toBe(true)
      await store.delete(FIRST)
      expect(await names(store)).toEqual([])
    })

    test('stores nothing of what breaks off, or does not pass its check', async () => {
      const store = open()
      const broken = Readable.from(
        (async function* () {
          yield bytes(100)
          throw new Error('the source broke')
        })(),
      )
      await expect(store.write(SECOND, broken, whole)).rejects.toThrow('the source broke')
      const refuse = async () => {
        throw new Error('the check failed')
      }
      await expect(store.write(SECOND, Readable.from([bytes(100)]), refuse)).rejects.toThrow('the check failed')
      expect(await names(store)).toEqual([])
    })
  })
}

/** More than two pieces of an upload. */
const LARGE = 34_000_001

const openFolder = () => openBackupStore(readConfig({ BACKUP_TO: path.join(folder, 'backups') }))
describeStore('a folder of backups', openFolder, LARGE)

describe('a bucket of backups', () => {
  let server: S3rver
  let endpoint: string
  beforeAll(async () => {
    const directory = path.join(folder, 's3')
    await mkdir(directory)
    const options = { address: '127.0.0.1', port: 0, silent: true, directory, configureBuckets: [{ name: 'offsite' }] }
    server = new S3rver(options)
    endpoint = `http://127.0.0.1:${(await server.run()).port}`
  })
  afterAll(() => server.close())
  const open = (place: string) =>
    openBackupStore(
      readConfig({
        BACKUP_TO: place,
        S3_ENDPOINT: endpoint,
        S3_REGION: 'us-east-1',
        S3_ACCESS_KEY_ID: 'S3RVER',
        S3_SECRET_ACCESS_KEY: 'S3RVER',
      }),
    )
  describeStore('in a folder', () => open('s3://offsite/stay/backups'), LARGE)
  describeStore('at its top', () => open('s3://offsite'), 1_001)
})

describe('a folder', () => {
  test('without the one above it, or that is a file, is refused in a sentence', async () => {
    const write = (at: string) =>
      openBackupStore(readConfig({ BACKUP_TO: at })).write(FIRST, Readable.from([bytes(10)]), whole)
    await expect(write(path.join(folder, 'not-mounted/backups'))).rejects.toThrow('the folder above it is missing')
    const file = path.join(folder, 'a-file')
    await writeFile(file, '')
    await expect(write(path.join(file, 'backups'))).rejects.toThrow('it is no folder')
  })

  test('with a link of somebody that leads nowhere, or a backup that is gone, lists the others', async () => {
    const place = path.join(folder, 'shared')
    const store = openBackupStore(readConfig({ BACKUP_TO: place }))
    await store.write(FIRST, Readable.from([bytes(10)]), whole)
    for (const name of ['latest', SECOND]) await symlink('gone.tar', path.join(place, name))
    expect(await store.list()).toEqual([{ name: FIRST, bytes: 10 }])
  })

  test('to which another process writes a backup of the same second keeps that one', async () => {
    const place = path.join(folder, 'twice')
    const store = openBackupStore(readConfig({ BACKUP_TO: place }))
    const slow = new PassThrough()
    const first = store.write(FIRST, slow, whole)
    slow.write(bytes(10))
    const unfinished = path.join(place, `${FIRST}.unfinished`)
    await expect.poll(async () => (await stat(unfinished).catch(() => null))?.size).toBe(10)
    await writeTimeNow(unfinished)
    const second = store.write(FIRST, Readable.from([bytes(10)]), whole)
    await expect(second).rejects.toThrow('another process is writing one')
    slow.end()
    await first
    expect(await store.list()).toEqual([{ name: FIRST, bytes: 10 }])
  })

  test('on a disk that gets full keeps no half file', async ({ skip }) => {
    const disk = mountSmallDisk(240)
    if (typeof disk === 'string') return skip(disk)
    onTestFinished(disk.unmount)
    const store = openBackupStore(readConfig({ BACKUP_TO: disk.folder }))
    const much = Readable.from(Array.from({ length: 120 }, () => bytes(1_000_000)))
    await expect(store.write(FIRST, much, whole)).rejects.toThrow('less than 200 MB are left on its disk')
    expect(await readdir(disk.folder)).toEqual([])
  })

  test('that the site’s user may not write to is refused', async ({ skip }) => {
    if (process.getuid?.() === 0) return skip('root may write everywhere')
    const locked = path.join(folder, 'locked')
    await mkdir(locked)
    await chmod(locked, 0o500)
    const write = openBackupStore(readConfig({ BACKUP_TO: locked })).write(FIRST, Readable.from([]), whole)
    await expect(write).rejects.toThrow('the site’s user may not write there')
  })

  test('of a process that was killed has only a file aside, which a backup hours later removes', async () => {
    const place = path.join(folder, 'killed')
    const dataDir = path.join(folder, 'killed-data')
    const script = `
      import { Readable } from 'node:stream'
      import { inScratchFolder } from './server/backups/scratch-folder.ts'
      import { openBackupFolder } from './server/backups/backup-folder.ts'
      const endless = Readable.from((async function* () {
        for (;;) { yield Buffer.alloc(100_000); await new Promise((resolve) => setTimeout(resolve, 10)) }
      })())
      await inScratchFolder(${JSON.stringify(dataDir)}, async () =>
        openBackupFolder(${JSON.stringify(place)}).write('${FIRST}', endless, async () => {}))`
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'ignore' })
    await expect
      .poll(() => stat(path.join(place, `${FIRST}.unfinished`)).catch(() => null), { timeout: 20_000 })
      .not.toBeNull()
    await expect(inScratchFolder(dataDir, async () => {})).rejects.toThrow(
      'A backup is being made or checked right now',
    )
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(await readdir(place)).toEqual([`${FIRST}.unfinished`])
    expect(await readdir(dataDir)).toContain('backup.new')
    const store = openBackupStore(readConfig({ BACKUP_TO: place }))
    await writeFile(path.join(place, 'photos.zip.unfinished'), 'of somebody else')
    await writeTimeNow(path.join(place, `${FIRST}.unfinished`))
    const write = () => inScratchFolder(dataDir, () => store.write(SECOND, Readable.from([bytes(10)]), whole))
    await write()
    expect(await readdir(place)).toContain(`${FIRST}.unfinished`)
    for (const name of await readdir(place)) await utimes(path.join(place, name), 0, 0)
    await write()
    expect((await readdir(place)).sort()).toEqual(['photos.zip.unfinished', SECOND])
    expect(await readdir(dataDir)).not.toContain('backup.new')
  })
})

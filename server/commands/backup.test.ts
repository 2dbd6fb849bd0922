import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import S3rver from 's3rver'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { inquiries } from '#app/features/contact/contact.tables.server.ts'
import { processConfig } from '#app/platform/config.server.ts'
import { createLog } from '#app/platform/log.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { copyEmbeddedDatabase, copyNewDatabase } from '#test/database.ts'
import { temporaryFolder } from '#test/temporary-folder.ts'
import { runSiteCommand } from '../cli.ts'
import { openServices } from '../startup/services.ts'
import { runCommand } from './command-line.ts'
import { listenForCommands } from './control-socket.ts'

const folder = temporaryFolder()
const log = createLog('silent')
const LACKS = 'The store lacked 1 image, such as uploads/lost.webp. The backup is without.'
const IMAGE = Buffer.from('an image')

const settings = (values: Record<string, string>) => {
  for (const [name, value] of Object.entries({ LOG_LEVEL: 'silent', ...values })) vi.stubEnv(name, value)
}
afterEach(() => vi.unstubAllEnvs())
const site = (...words: string[]) =>
  runSiteCommand(words, processConfig, { input: new PassThrough(), output: new PassThrough() })

/** The settings of a site with a database as after its first start. */
async function siteSettings(name: string, values: Record<string, string>) {
  const dataDir = path.join(folder, name)
  await copyEmbeddedDatabase(dataDir)
  settings({ ...values, DATA_DIR: dataDir })
}

/** Works at the site of the settings, which also answers commands. */
async function whileItRuns(work: (services: Services) => Promise<void>) {
  const services = await openServices(processConfig(), log)
  const end = await listenForCommands(services, runCommand)
  try {
    await work(services)
  } finally {
    await end()
    await services.database.close()
  }
}

const store = async ({ db, database, storage }: Services) => {
  await db.insert(inquiries).values({ name: 'Bo', email: 'bo@example.com', subject: 'Towels', message: 'Two' })
  await database.pool.query(`insert into media_objects (path, content_type, bytes, width, height)
    values ('/objects/uploads/a.webp', 'image/webp', 8, 1, 1), ('/objects/uploads/lost.webp', 'image/webp', 8, 1, 1)`)
  await storage.put('uploads/a.webp', IMAGE)
}

async function expectRestored() {
  await whileItRuns(async ({ db, storage }) => {
    expect(await db.$count(inquiries)).toBe(1)
    const image = await storage.get('uploads/a.webp')
    expect(image && (await buffer(image.stream()))).toEqual(IMAGE)
  })
}

test('a running site backs itself up, and the file is restored by name', async () => {
  const to = path.join(folder, 'backups')
  settings({ DATA_DIR: path.join(folder, 'nothing'), BACKUP_TO: to })
  await expect(site('backup')).rejects.toThrow('There is no embedded database in')
  await siteSettings('first', { BACKUP_TO: to })
  await whileItRuns(async (services) => {
    await store(services)
    const made = await site('backup')
    expect(made).toMatch(/^Made stay-backup-\S+Z\.tar in \S+: [\d,]+ rows of \d+ tables, 1 image, 0\.\d MB\.\n/)
    expect(made).toContain(LACKS)
    await expect(site('backup', 'everything')).rejects.toThrow('too many arguments')
  })
  const [name = ''] = await readdir(to)
  expect(await site('backup', 'list')).toMatch(new RegExp(`^1 backup in ${to}\n${name} +0\\.\\d MB$`))
  expect(await site('backup', 'check', name)).toContain(`All rules of money and nights hold.\n${LACKS}`)
  await expect(site('backup', 'check', 'another.tar')).rejects.toThrow('There is no file')
  await expect(site('restore', name)).rejects.toThrow('This database is not empty')
  const second = path.join(folder, 'second')
  await copyNewDatabase(second)
  settings({ DATA_DIR: second, BACKUP_TO: to })
  const restored = await site('restore', name)
  expect(restored).toMatch(/^Restored the backup of http:\/\/127\.0\.0\.1:3000, /)
  expect(restored).toContain(LACKS)
  await expectRestored()
})

test('what cannot be written is said by the running site', async () => {
  await siteSettings('third', { BACKUP_TO: path.join(folder, 'not-mounted/backups') })
  await whileItRuns(async () => {
    await expect(site('backup')).rejects.toThrow('the folder above it is missing')
  })
})

describe('with a bucket', () => {
  let server: S3rver
  let s3: Record<string, string>
  beforeAll(async () => {
    const directory = path.join(folder, 's3')
    await mkdir(directory)
    const configureBuckets = [{ name: 'images' }, { name: 'offsite' }]
    server = new S3rver({ address: '127.0.0.1', port: 0, silent: true, directory, configureBuckets })
    s3 = {
      S3_ENDPOINT: `http://127.0.0.1:${(await server.run()).port}`,
      S3_REGION: 'us-east-1',
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
      BACKUP_TO: 's3://offsite/stay',
    }
  })
  afterAll(() => server.close())

  test('images on the disk go into a backup there, and from it into a bucket of images', async () => {
    await siteSettings('on-disk', s3)
    await whileItRuns(async (services) => {
      await store(services)
      await site('backup')
    })
    const [, line = ''] = (await site('backup', 'list')).split('\n')
    const [name = ''] = line.split(' ')
    const inBucket = path.join(folder, 'in-bucket')
    await copyNewDatabase(inBucket)
    settings({ ...s3, S3_BUCKET: 'images', DATA_DIR: inBucket })
    await site('restore', name)
    expect(await readdir(inBucket)).not.toContain('objects')
    await expectRestored()
  })
})

test('a file that is no backup is refused', async () => {
  settings({ DATA_DIR: path.join(folder, 'fourth') })
  const file = path.join(folder, 'notes.txt')
  await writeFile(file, 'not a backup '.repeat(100))
  await expect(site('restore', file)).rejects.toThrow('The file is cut off or damaged at its beginning')
  expect(await readFile(file, 'utf8')).toContain('not a backup')
})

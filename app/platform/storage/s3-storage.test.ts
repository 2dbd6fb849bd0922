import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import S3rver from 's3rver'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { S3Account } from './s3-request.server.ts'
import { checkS3, openS3Storage } from './s3-storage.server.ts'
import { describeStorage } from './storage.contract.ts'
import { type Storage, StorageUnavailable } from './storage.server.ts'

const SECRET = 'S3RVER'
let folder: string
let server: S3rver
let account: S3Account
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 's3-'))
  const bucket = 'images'
  server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: folder,
    configureBuckets: [{ name: bucket }, { name: 'empty' }],
  })
  const { port } = await server.run()
  account = {
    endpoint: `http://127.0.0.1:${port}`,
    bucket,
    region: 'us-east-1',
    accessKeyId: 'S3RVER',
    secretAccessKey: SECRET,
  }
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

/** A folder of a bucket as a separate storage, emptied afterwards: creating a bucket per test is too slow. */
function part(storage: Storage): Storage {
  const folder = `test-${randomUUID()}`
  const keys = new Set<string>()
  emptied.push(async () => {
    for (const key of keys) await storage.delete(key)
  })
  return {
    put: (key, bytes) => storage.put(`${folder}/${key}`, bytes).then(() => void keys.add(`${folder}/${key}`)),
    get: (key) => storage.get(`${folder}/${key}`),
    delete: (key) => storage.delete(`${folder}/${key}`),
  }
}
const emptied: (() => Promise<void>)[] = []

// S3 replaces an object at once. s3rver truncates its file and writes it again, so that a reader may see a part.
describeStorage('an S3 server', () => part(openS3Storage(account)), { replacesAtOnce: false })

const named = {
  endpoint: process.env.TEST_S3_ENDPOINT ?? '',
  bucket: process.env.TEST_S3_BUCKET ?? '',
  region: process.env.TEST_S3_REGION ?? 'us-east-1',
  accessKeyId: process.env.TEST_S3_ACCESS_KEY_ID ?? '',
  secretAccessKey: process.env.TEST_S3_SECRET_ACCESS_KEY ?? '',
}
// s3rver, started above, accepts any secret and is only one implementation: a real store can be tested too.
const missing = Object.entries(named).filter(([, value]) => !value)

describe.skipIf(missing.length > 0)('the store that TEST_S3_* names', () => {
  afterAll(async () => {
    for (const empty of emptied) await empty()
  })
  describeStorage('it', () => part(openS3Storage(named)))

  test('refuses a wrong secret', async () => {
    const refused = await checkS3({ ...named, secretAccessKey: 'wrong' })
    expect(refused).toMatchObject({ name: 'S3Error', status: 403 })
  })
})
if (missing.length > 0) {
  const names = missing.map(([name]) => `TEST_S3_${name.replace(/[A-Z]/g, '_$&').toUpperCase()}`)
  process.stderr.write(`Tests of a real S3 store are skipped: ${names.join(', ')} not set.\n`)
}

test('reports at startup whether the bucket exists, is missing, or the store does not answer', async () => {
  // s3rver cannot list a bucket after some operations of the other tests.
  expect(await checkS3({ ...account, bucket: 'empty' })).toBeNull()
  expect((await checkS3({ ...account, bucket: 'none' }))?.message).toMatch(
    /^The object storage at 127\.0\.0\.1:\d+ refused GET: 404 NoSuchBucket$/,
  )
  const nobody = await checkS3({ ...account, endpoint: 'http://127.0.0.1:9' }, { pauseMs: 1 })
  expect(nobody?.message).toMatch(/^The object storage at 127\.0\.0\.1:9 did not answer GET: /)
  expect(nobody).toBeInstanceOf(StorageUnavailable)
})

test('writes and deletions in a missing bucket are errors', async () => {
  const storage = openS3Storage({ ...account, bucket: 'none' })
  await expect(storage.put('a.jpg', new Uint8Array([1]))).rejects.toThrow('refused PUT a.jpg: 404 NoSuchBucket')
  await expect(storage.delete('a.jpg')).rejects.toThrow('refused DELETE a.jpg: 404 NoSuchBucket')
})

test('an object deleted before it is read fails its stream', async () => {
  const storage = openS3Storage(account)
  await storage.put('uploads/brief.jpg', new Uint8Array([1]))
  const found = await storage.get('uploads/brief.jpg')
  await storage.delete('uploads/brief.jpg')
  await expect(new Response(found?.stream()).arrayBuffer()).rejects.toThrow()
})

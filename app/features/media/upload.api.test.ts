import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createAdaptorServer } from '@hono/node-server'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readConfig } from '#app/platform/config.server.ts'
import { storageOrphans } from '#app/platform/installation.tables.server.ts'
import { openDiskStorage } from '#app/platform/storage/disk-storage.server.ts'
import { openSharedDatabase, type TestDatabase } from '#test/database.ts'
import { accessFor, testServices } from '#test/factories.ts'
import { mediaApi } from './media.api.server.ts'
import { mediaObjects } from './media.tables.server.ts'
import { deleteTemporaryUploads, type UploadLimits } from './store-upload.server.ts'

const UPLOAD = '/api/objects/upload'
const LARGEST = 10_485_760

let database: TestDatabase
let base: string
let folder: string
let jpeg: Buffer<ArrayBuffer>
beforeAll(async () => {
  database = await openSharedDatabase()
  base = await mkdtemp(path.join(tmpdir(), 'uploads-'))
  jpeg = (await sharp({ create: { width: 900, height: 600, channels: 3, background: '#c86432' } })
    .jpeg()
    .toBuffer()) as Buffer<ArrayBuffer>
})
beforeEach(async () => {
  await database.reset()
  folder = await mkdtemp(path.join(base, 'data-'))
})
afterAll(async () => {
  await rm(base, { recursive: true, force: true })
})

const services = () => ({
  ...testServices(database, { storage: openDiskStorage(path.join(folder, 'objects')) }),
  config: readConfig({ DATA_DIR: folder }),
})
const openApi = (limits: UploadLimits = {}, operator = true) => mediaApi(services(), accessFor(operator), limits)

function formOf(...files: [field: string, bytes: BlobPart | undefined, name?: string][]): FormData {
  const form = new FormData()
  form.set('name', 'lodge.jpg')
  for (const [field, bytes, name = 'lodge.jpg'] of files) {
    if (bytes !== undefined) form.append(field, new File([bytes], name, { type: 'image/jpeg' }))
  }
  return form
}

async function upload(body: RequestInit['body'], init: RequestInit & { limits?: UploadLimits } = {}) {
  const { limits, ...rest } = init
  const answer = await openApi(limits).request(UPLOAD, { method: 'POST', body, ...rest })
  return { status: answer.status, body: await answer.json() }
}

async function filesBelow(name: string): Promise<string[]> {
  const found = await readdir(path.join(folder, name), { recursive: true, withFileTypes: true }).catch(() => [])
  return found.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name))
}

async function expectNothingLeft() {
  expect([...(await filesBelow('uploads')), ...(await filesBelow('objects'))]).toEqual([])
  expect(await database.db.select().from(mediaObjects)).toEqual([])
  expect(await database.db.select().from(storageOrphans)).toEqual([])
}

describe('an upload', () => {
  test('is stored under its own address, with its size, and its temporary file is deleted', async () => {
    const first = await upload(formOf(['file', jpeg]))
    const second = await upload(formOf(['file', jpeg]))
    expect(first).toEqual({
      status: 200,
      body: { url: expect.stringMatching(/^\/objects\/uploads\/[0-9a-f-]{36}\.jpg$/), width: 900, height: 600 },
    })
    expect(second.body.url).not.toBe(first.body.url)
    const rows = await database.db.select().from(mediaObjects)
    expect(rows.map((row) => row.path).sort()).toEqual([first.body.url, second.body.url].sort())
    expect(rows[0]).toMatchObject({ contentType: 'image/jpeg', createdAt: services().clock.now() })
    expect(await filesBelow('uploads')).toEqual([])
    expect(await filesBelow('objects')).toHaveLength(2)
    expect(await database.db.select().from(storageOrphans)).toEqual([])
  })

  test.each(['Фото дома – Küche ’26 (1).JPG', '../../etc/passwd.jpg', 'noext'])(
    'is taken whatever its name is: %s',
    async (name) => {
      const answer = await upload(formOf(['file', jpeg, name]))
      expect(answer).toMatchObject({
        status: 200,
        body: { url: expect.stringMatching(/^\/objects\/uploads\/[0-9a-f-]{36}\.jpg$/) },
      })
      expect((await filesBelow('objects')).map((file) => path.basename(file))).toEqual([path.basename(answer.body.url)])
    },
  )

  test('is what its bytes are: a PNG named .jpg, a photo of an iPhone, and the first of two pictures', async () => {
    const png = await sharp(jpeg).resize(90, 60).png().toBuffer()
    expect(await upload(formOf(['file', new Uint8Array(png), 'porch.jpg']))).toMatchObject({
      status: 200,
      body: { url: expect.stringMatching(/\.png$/), width: 90, height: 60 },
    })
    const heic = await readFile(path.join(import.meta.dirname, 'uploads/turned.heic'))
    expect(await upload(formOf(['file', new Uint8Array(heic), 'IMG_1.HEIC']))).toMatchObject({
      status: 200,
      body: { url: expect.stringMatching(/\.jpg$/), width: 60, height: 40 },
    })
    const two = new Uint8Array(Buffer.concat([jpeg, await sharp(jpeg).resize(90, 60).jpeg().toBuffer()]))
    expect(await upload(formOf(['file', two]))).toMatchObject({ status: 200, body: { width: 900, height: 600 } })
  })

  test.each([
    ['a film', Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom', 'latin1'), /Please use JPEG, /],
    ['the header of a HEIC photo', Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'), /is damaged/],
    ['nothing', Buffer.alloc(0), /^This file is empty\. Please choose another image\.$/],
    ['60% of a JPEG', null, /^This image is damaged or incomplete\. Please export or copy it again\.$/],
  ])('that is %s is refused with what to do', async (_, bytes, words) => {
    const file = bytes ?? jpeg.subarray(0, Math.floor(jpeg.length * 0.6))
    const { status, body } = await upload(formOf(['file', new Uint8Array(file)]))
    expect(status).toBeGreaterThanOrEqual(400)
    expect(body.message).toMatch(words)
    await expectNothingLeft()
  })

  test('is for the operator alone, and nothing is read before that is checked', async () => {
    const answer = await openApi({}, false).request(UPLOAD, { method: 'POST', body: formOf(['file', jpeg]) })
    expect([answer.status, (await answer.json()).code]).toEqual([401, 'sign-in-needed'])
    expect(existsSync(path.join(folder, 'uploads'))).toBe(false)
  })

  test('may be exactly as large as the limit', async () => {
    const filled = (size: number) => new Uint8Array(Buffer.concat([jpeg, Buffer.alloc(size - jpeg.length)]))
    expect((await upload(formOf(['file', filled(LARGEST)]))).status).toBe(200)
    const large = await upload(formOf(['file', filled(LARGEST + 1)]))
    expect(large).toEqual({ status: 413, body: { code: 'too-large', message: expect.stringContaining('10 MB') } })
    expect(await filesBelow('uploads')).toEqual([])
  })

  test('without an end is cut off', async () => {
    const answer = await upload(formOf(['file', new Uint8Array(8 * LARGEST)]))
    expect([answer.status, answer.body.code]).toEqual([413, 'too-large'])
    await expectNothingLeft()
  })

  test.each<[string, () => FormData, number]>([
    ['no-file', () => formOf(), 400],
    ['no-file', () => formOf(['file', '', '']), 400],
    ['empty-file', () => formOf(['file', '']), 400],
    ['one-file', () => formOf(['file', jpeg], ['file', jpeg]), 400],
    ['one-file', () => formOf(['file', jpeg], ['other', jpeg]), 400],
    ['wrong-field', () => formOf(['picture', jpeg]), 400],
  ])('is refused as %s', async (code, form, status) => {
    const answer = await upload(form())
    expect([answer.status, answer.body.code]).toEqual([status, code])
    expect(answer.body.message).toMatch(/^[A-Z].+\.$/)
    await expectNothingLeft()
  })

  test.each([
    ['application/json', '{}'],
    ['image/jpeg', 'x'],
    ['multipart/form-data', 'x'],
    ['multipart/mixed; boundary=x', '--x--'],
  ])('is refused when it is not a form: %s', async (type, body) => {
    const answer = await upload(body, { headers: { 'content-type': type } })
    expect([answer.status, answer.body.code]).toEqual([415, 'not-multipart'])
    await expectNothingLeft()
  })

  const part = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\n'
  test.each([part, `${part}content-type: image/jpeg\r\n\r\nhalf`, '--x', '', `${part}\r\nabc\r\n--y`])(
    'that is truncated is refused: %j',
    async (body) => {
      const answer = await upload(body, { headers: { 'content-type': 'multipart/form-data; boundary=x' } })
      expect(answer.status).toBe(400)
      expect(['broken-form', 'no-file']).toContain(answer.body.code)
      await expectNothingLeft()
    },
  )

  test('is refused when the disk is nearly full', async () => {
    const answer = await upload(formOf(['file', jpeg]), { limits: { free: () => 150 * 1024 * 1024 } })
    expect([answer.status, answer.body.code]).toEqual([507, 'no-space'])
    await expectNothingLeft()
  })

  test('whose storage fails leaves an orphan record', async () => {
    const broken = { ...services().storage, put: () => Promise.reject(new Error('the storage is unavailable')) }
    const api = mediaApi({ ...services(), storage: broken }, accessFor(true))
    api.onError((_error, context) => context.json({}, 500))
    const answer = await api.request(UPLOAD, { method: 'POST', body: formOf(['file', jpeg]) })
    expect(answer.status).toBe(500)
    expect(await database.db.select().from(mediaObjects)).toEqual([])
    expect(await database.db.select().from(storageOrphans)).toHaveLength(1)
    expect(await filesBelow('uploads')).toEqual([])
  })
})

describe('over a real connection', () => {
  async function serve(limits: UploadLimits) {
    const server = createAdaptorServer({ fetch: openApi(limits).fetch })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const close = () => new Promise((resolve) => server.close(resolve))
    return { port, close }
  }

  function startUpload(port: number) {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    let response = ''
    socket.on('data', (bytes) => {
      response += bytes
    })
    const head = `POST ${UPLOAD} HTTP/1.1\r\nhost: localhost\r\ncontent-type: multipart/form-data; boundary=x\r\ncontent-length: 5000000\r\n\r\n`
    socket.write(`${head}--x\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n`)
    socket.write(jpeg)
    return { socket, response: () => response, ended: new Promise((resolve) => socket.on('close', resolve)) }
  }

  const soon = async (isSo: () => Promise<boolean>) => {
    for (let tries = 0; tries < 100 && !(await isSo()); tries += 1) await wait(20)
    expect(await isSo()).toBe(true)
  }

  test('a stalled client gets an error and is disconnected', async () => {
    const { port, close } = await serve({ stallMs: 200 })
    const client = startUpload(port)
    await client.ended
    expect(client.response()).toMatch(/^HTTP\/1\.1 408 /)
    expect(client.response()).toContain('"code":"upload-stalled"')
    await close()
    await expectNothingLeft()
  })

  test('a slow but steady client is not cut off', async () => {
    const { port, close } = await serve({ stallMs: 300 })
    const client = startUpload(port)
    for (let sent = 0; sent < 5; sent += 1) {
      // Each pause is shorter than the limit, all together are longer.
      await wait(120)
      client.socket.write('more')
    }
    expect(client.response()).toBe('')
    client.socket.destroy()
    await close()
  })

  test('a client that disconnects leaves nothing behind', async () => {
    const { port, close } = await serve({ stallMs: 10_000 })
    const client = startUpload(port)
    await soon(async () => (await filesBelow('uploads')).length === 1)
    client.socket.destroy()
    await soon(async () => (await filesBelow('uploads')).length === 0)
    await close()
    await expectNothingLeft()
  })

  test('a client that sends too much gets the reason', async () => {
    const { port, close } = await serve({})
    const answer = await fetch(`http://127.0.0.1:${port}${UPLOAD}`, {
      method: 'POST',
      body: formOf(['file', new Uint8Array(2 * LARGEST)]),
    })
    expect([answer.status, (await answer.json()).code]).toEqual([413, 'too-large'])
    await close()
    await expectNothingLeft()
  })
})

test('temporary files left by a crash are deleted after an hour', async () => {
  await upload(formOf(['file', 'never mind']))
  const left = path.join(folder, 'uploads/left')
  await writeFile(left, 'half')
  const { mtimeMs } = await stat(left)
  const at = (ms: number) => ({ ...services(), clock: { now: () => new Date(mtimeMs + ms) } })
  expect(await deleteTemporaryUploads(at(0))).toBe(0)
  expect(await deleteTemporaryUploads(at(2 * 60 * 60 * 1000))).toBe(1)
  expect(existsSync(left)).toBe(false)
})

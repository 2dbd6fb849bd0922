import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { Hono } from 'hono'
import { pino } from 'pino'
import sharp from 'sharp'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { mediaApi } from '#app/features/media/media.api.server.ts'
import { storeImage } from '#app/features/media/media.server.ts'
import { readConfig } from '#app/platform/config.server.ts'
import { openS3Storage } from '#app/platform/storage/s3-storage.server.ts'
import { answerError } from '#server/middleware/error-response.ts'
import { openSharedDatabase, type TestDatabase } from '#test/database.ts'
import { accessFor, makeProperty, testServices } from '#test/factories.ts'

const LODGE = '/objects/homes/lodge.jpg'
const MADE = `${LODGE}?w=480`
/** Widths that were not requested before. */
const UNMADE = [640, 828, 1080, 1280, 1600, 1920].map((width) => `${LODGE}?w=${width}`)

type Manner = 'works' | 'says nothing' | 'stops in the body' | 'resets'

let database: TestDatabase
let jpeg: Buffer<ArrayBuffer>
beforeAll(async () => {
  database = await openSharedDatabase()
  await makeProperty(database.db, { images: [LODGE] })
  const plain = { width: 2000, height: 1200, channels: 3, background: '#c86432' } as const
  jpeg = (await sharp({ create: plain }).jpeg().toBuffer()) as Buffer<ArrayBuffer>
})

/** A small real object store on loopback that can stop answering. */
async function openStore() {
  const objects = new Map<string, Buffer>()
  const store = { manner: 'works' as Manner, calls: [] as string[] }
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { method = '', url = '' } = request
    const body = await buffer(request)
    store.calls.push(method)
    if (store.manner === 'resets') return void request.socket.resetAndDestroy()
    if (store.manner === 'says nothing') return
    if (method === 'PUT') objects.set(url, body)
    const found = objects.get(url)
    response.writeHead(found ? 200 : 404, { 'content-length': found && method !== 'PUT' ? found.byteLength : 0 })
    if (method !== 'GET' || !found) response.end()
    else if (store.manner === 'stops in the body') response.write(found.subarray(0, 100))
    else response.end(found)
  }
  const server = createServer((request, response) => void answer(request, response).catch(() => {}))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { store, server, endpoint }
}

let folder: string
let server: Server
let store: Awaited<ReturnType<typeof openStore>>['store']
let site: Hono
let lines: string[]
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'silent-store-'))
  const opened = await openStore()
  server = opened.server
  store = opened.store
  lines = []
  const log = pino({}, { write: (line: string) => void lines.push(line) })
  const account = { endpoint: opened.endpoint, bucket: 'cove', region: 'a', accessKeyId: 'a', secretAccessKey: 'b' }
  const services = {
    ...testServices(database, { storage: openS3Storage(account, { limitMs: 1500, restMs: 200, pauseMs: 1 }), log }),
    config: readConfig({ DATA_DIR: folder }),
  }
  await storeImage(services, { path: LODGE, bytes: jpeg })
  site = new Hono()
    .onError(answerError({ config: services.config, log }) as never)
    .route('/', mediaApi(services, accessFor(true)))
  expect((await site.request(MADE)).status).toBe(200)
  store.calls = []
})
afterEach(async () => {
  server.closeAllConnections()
  server.close()
  await rm(folder, { recursive: true, force: true })
})

function upload(): Promise<Response> {
  const form = new FormData()
  form.set('file', new File([jpeg], 'lodge.jpg', { type: 'image/jpeg' }))
  return Promise.resolve(site.request('/api/objects/upload', { method: 'POST', body: form }))
}

async function summarize(answer: Response) {
  return [answer.status, answer.headers.get('retry-after'), (await answer.json()).code]
}

describe.each<Manner>(['says nothing', 'stops in the body', 'resets'])('an object store that %s', (manner) => {
  test('delays no image that is already made, and all others for one time limit only', async () => {
    store.manner = manner
    let settled = 0
    const asked = [
      ...UNMADE.map((address) => ({ answer: site.request(address), code: 'unavailable' })),
      ...(manner === 'stops in the body' ? [] : [upload(), upload()]).map((answer) => ({
        answer,
        code: 'storage-away',
      })),
    ]
    const answers = asked.map(async ({ answer, code }) => {
      const given = await answer
      settled += 1
      return { given, code }
    })
    for (const _ of [1, 2, 3]) expect((await site.request(MADE)).status).toBe(200)
    if (manner !== 'resets') expect(settled).toBe(0)
    for (const { given, code } of await Promise.all(answers)) expect(await summarize(given)).toEqual([503, '5', code])
    expect(lines.join()).toContain('the object storage is unavailable')
    expect(lines.join()).not.toContain('the database is unavailable')
  }, 30_000)

  test('is tried again after its pause', async () => {
    store.manner = manner
    expect((await site.request(UNMADE[0] ?? '')).status).toBe(503)
    store.manner = 'works'
    await expect.poll(async () => (await site.request(UNMADE[0] ?? '')).status).toBe(200)
    for (const address of UNMADE) expect((await site.request(address)).status).toBe(200)
    expect((await upload()).status).toBe(200)
  })
})

test('a silent object store does not get a request from every waiting visitor', async () => {
  store.manner = 'says nothing'
  const accepts = ['image/avif', 'image/webp', 'image/jpeg']
  const many = accepts.flatMap((accept) => UNMADE.map((address) => site.request(address, { headers: { accept } })))
  for (const answer of await Promise.all(many)) expect(answer.status).toBe(503)
  // Four were in progress, with three attempts each; the other fourteen are refused without a request.
  expect(store.calls.length).toBeLessThanOrEqual(12)
}, 30_000)

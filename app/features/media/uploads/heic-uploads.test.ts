import { readdir, readFile } from 'node:fs/promises'
import { type AddressInfo, connect } from 'node:net'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Worker } from 'node:worker_threads'
import { createAdaptorServer } from '@hono/node-server'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { readConfig } from '#app/platform/config.server.ts'
import { storageOrphans } from '#app/platform/installation.tables.server.ts'
import { openDiskStorage } from '#app/platform/storage/disk-storage.server.ts'
import { describeWithDatabase } from '#test/database.ts'
import { accessFor, testServices } from '#test/factories.ts'
import { temporaryFolder } from '#test/temporary-folder.ts'
import { mediaApi } from '../media.api.server.ts'
import { mediaObjects } from '../media.tables.server.ts'

const UPLOAD = '/api/objects/upload'
/** Node's message about a thread that has ended. */
const ENDED = -1

describeWithDatabase('a photo of an iPhone that is uploaded', (database) => {
  const base = temporaryFolder()
  let image: Uint8Array<ArrayBuffer>
  beforeAll(async () => {
    image = new Uint8Array(await readFile(path.join(import.meta.dirname, 'turned.heic')))
  })

  /** The threads that decode, in order, and how many of them ran at once. */
  let threads: Worker[] = []
  let atOnce = 0
  let onThread: (thread: Worker) => unknown = () => {}
  const watch = (thread: Worker) => {
    threads.push(thread)
    atOnce = Math.max(atOnce, threads.filter(({ threadId }) => threadId !== ENDED).length)
    onThread(thread)
  }
  beforeEach(() => {
    threads = []
    atOnce = 0
    onThread = () => {}
    process.on('worker', watch)
  })
  afterEach(() => process.off('worker', watch))

  const makeApi = () => {
    const storage = openDiskStorage(path.join(base, 'objects'))
    const services = { ...testServices(database(), { storage }), config: readConfig({ DATA_DIR: base }) }
    const api = mediaApi(services, accessFor(true))
    api.onError((error, context) => context.json({ code: 'failed', message: error.message }, 500))
    return api
  }
  function formOf() {
    const form = new FormData()
    form.append('file', new File([image], 'IMG_1.HEIC', { type: 'image/heic' }))
    return form
  }
  async function send(api = makeApi()) {
    const answer = await api.request(UPLOAD, { method: 'POST', body: formOf() })
    return { status: answer.status, body: await answer.json() }
  }
  const temporaryFiles = () => readdir(path.join(base, 'uploads'))
  async function expectNothingRuns(rows: number) {
    expect([await temporaryFiles(), threads.map(({ threadId }) => threadId)]).toEqual([[], threads.map(() => ENDED)])
    expect(await database().db.select().from(mediaObjects)).toHaveLength(rows)
    expect(await database().db.select().from(storageOrphans)).toEqual([])
  }
  const STORED = { status: 200, body: { width: 60, height: 40 } }

  test('beside others is decoded when its turn comes, in a thread that ends', async () => {
    const api = makeApi()
    const answers = await Promise.all([send(api), send(api), send(api)])
    expect(answers).toMatchObject([STORED, STORED, STORED])
    expect(new Set(answers.map(({ body }) => body.url)).size).toBe(3)
    expect([threads.length, atOnce]).toEqual([3, 1])
    await expectNothingRuns(3)
  })

  test('is refused in a sentence if its thread is killed in the middle, and stored at the next try', async () => {
    onThread = (thread) => thread.once('message', () => thread.terminate())
    const broken = { code: 'broken-image', message: expect.stringMatching(/^This image is damaged or incomplete\./) }
    expect(await send()).toEqual({ status: 422, body: broken })
    await expectNothingRuns(0)
    onThread = () => {}
    expect(await send()).toMatchObject(STORED)
    await expectNothingRuns(1)
  })

  test('is not called damaged if its thread is killed before it read the photo, and is stored at the next try', async () => {
    const api = makeApi()
    onThread = (thread) => thread.terminate()
    expect(await send(api)).toMatchObject({ status: 500, body: { message: expect.stringContaining('thread') } })
    await expectNothingRuns(0)
    onThread = () => {}
    expect(await send(api)).toMatchObject(STORED)
    await expectNothingRuns(1)
  })

  test('of a client that goes away while it is decoded leaves no temporary file and no thread', async () => {
    const server = createAdaptorServer({ fetch: makeApi().fetch })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
    socket.on('error', () => {})
    const isDecoding = new Promise<void>((resolve) => {
      onThread = () => {
        socket.destroy()
        resolve()
      }
    })
    const request = new Request('http://localhost', { method: 'POST', body: formOf() })
    const body = Buffer.from(await request.arrayBuffer())
    const type = request.headers.get('content-type')
    socket.write(`POST ${UPLOAD} HTTP/1.1\r\nhost: localhost\r\ncontent-type: ${type}\r\n`)
    socket.write(`content-length: ${body.length}\r\n\r\n`)
    socket.write(body)
    await isDecoding
    for (let tries = 0; tries < 500 && (await temporaryFiles()).length > 0; tries += 1) await wait(20)
    await new Promise((resolve) => server.close(resolve))
    await expectNothingRuns(1)
  })
})

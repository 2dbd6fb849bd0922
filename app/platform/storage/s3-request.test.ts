import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { inspect } from 'node:util'
import { afterEach, expect, test } from 'vitest'
import { whileCollecting } from '#test/collect-garbage.ts'
import type { S3Limits } from './s3-request.server.ts'
import { openS3Storage } from './s3-storage.server.ts'
import { isStorageUnavailable } from './storage.server.ts'

const SECRET = 'wJalrXUtnFEMI-very-secret'
type Answer = (request: IncomingMessage, response: ServerResponse) => void

let server: Server | undefined
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

/** A store that answers each call with the next answer, repeating the last one. */
async function openStore(answers: Answer[], limits: S3Limits = {}) {
  const calls: { line: string; headers: IncomingMessage['headers'] }[] = []
  server = createServer((request, response) => {
    const answer = answers[Math.min(calls.length, answers.length - 1)]
    calls.push({ line: `${request.method} ${request.url}`, headers: request.headers })
    request.resume().on('end', () => answer?.(request, response))
  })
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/storage/v1/`
  const account = { endpoint, bucket: 'cove', region: 'eu-1', accessKeyId: 'AKIA', secretAccessKey: SECRET }
  return { calls, storage: openS3Storage(account, { limitMs: 5000, pauseMs: 1, ...limits }) }
}
const say =
  (status: number, body = ''): Answer =>
  (_request, response) =>
    void response.writeHead(status).end(body)
const hangUp: Answer = (request) => void request.socket.destroy()
const stall: Answer = () => {}
/** Sends the length of the object, as for HEAD. */
const head: Answer = (_request, response) => void response.writeHead(200, { 'content-length': '100' }).end()
/** Half an object, and then `end`. */
const half =
  (end: Answer): Answer =>
  (request, response) => {
    response.writeHead(200, { 'content-length': '100' }).write('half')
    setTimeout(() => end(request, response), 20)
  }
const failureOf = (work: Promise<unknown>) => work.catch((error: unknown) => error)
const xml = (code: string) =>
  `<?xml version="1.0"?><Error><Code>${code}</Code><AWSAccessKeyId>AKIA</AWSAccessKeyId></Error>`
const one = new Uint8Array([1])

test('a call uses path-style addressing below the endpoint, signed with the digest of the bytes', async () => {
  const { calls, storage } = await openStore([say(200)])
  await storage.put('uploads/cove.jpg', one)
  expect(calls[0]?.line).toBe('PUT /storage/v1/cove/uploads/cove.jpg')
  expect(calls[0]?.headers).toMatchObject({
    'content-length': '1',
    'x-amz-content-sha256': '4bf5122f344554c53bde2ebb8cd2b7e3d1600ad631c385a5d7cce23c7785459a',
    authorization: expect.stringMatching(
      /^AWS4-HMAC-SHA256 Credential=AKIA\/\d{8}\/eu-1\/s3\/aws4_request, SignedHeaders=host;x-amz-content-sha256;x-amz-date, Signature=[0-9a-f]{64}$/,
    ),
  })
})

test.each([408, 429, 500, 502, 503, 504])('a temporary %i is retried', async (status) => {
  const { calls, storage } = await openStore([say(status), say(200)])
  await storage.put('a.jpg', one)
  expect(calls).toHaveLength(2)
})

test('a broken connection is retried, a missing answer is not', async () => {
  const broken = await openStore([hangUp, say(204)])
  await broken.storage.delete('a.jpg')
  expect(broken.calls).toHaveLength(2)
  const stalled = await openStore([stall, say(204)], { limitMs: 900 })
  await stalled.storage.delete('a.jpg')
  expect(stalled.calls).toHaveLength(2)
})

test('a silent store times out even when garbage is collected meanwhile', async () => {
  for (const answers of [[stall], [head, half(stall)]]) {
    const { storage } = await openStore(answers, { limitMs: 400 })
    const read = () => storage.get('a.jpg').then((found) => new Response(found?.stream()).arrayBuffer())
    const error = await whileCollecting(() => Promise.race([failureOf(read()), wait(10_000, 'still waiting')]))
    expect(isStorageUnavailable(error), String(error)).toBe(true)
  }
}, 30_000)

test('an object that arrives slowly has the same time limit', async () => {
  const drip: Answer = (request, response) => {
    response.writeHead(200, { 'content-length': '100' })
    const timer = setInterval(() => response.write('.'), 100)
    request.socket.on('close', () => clearInterval(timer))
  }
  const { storage } = await openStore([head, drip], { limitMs: 400 })
  const found = await storage.get('a.jpg')
  const error = await failureOf(new Response(found?.stream()).text())
  expect(isStorageUnavailable(error), String(error)).toBe(true)
})

test('an endless refusal has the same time limit', async () => {
  const refuse: Answer = (_request, response) => void response.writeHead(403, { 'content-length': '100' }).write('<')
  const { storage } = await openStore([refuse], { limitMs: 400 })
  expect(await failureOf(storage.put('a.jpg', one))).toMatchObject({ status: 403 })
})

test('only one call waits for a silent store: later ones fail at once, and one at a time tries again', async () => {
  let answer = stall
  const { calls, storage } = await openStore([(...call) => answer(...call)], { limitMs: 600, restMs: 600 })
  expect(isStorageUnavailable(await failureOf(storage.delete('a.jpg')))).toBe(true)
  const asked = calls.length
  const refused = await Promise.all([1, 2, 3].map(() => failureOf(storage.delete('a.jpg'))))
  expect(refused.map(isStorageUnavailable)).toEqual([true, true, true])
  expect(calls).toHaveLength(asked)
  answer = say(204)
  const tryAgain = async () => {
    const errors = await Promise.all([1, 2, 3].map(() => failureOf(storage.delete('a.jpg'))))
    return errors.map(isStorageUnavailable)
  }
  await expect.poll(tryAgain, { timeout: 5000 }).toEqual([false, true, true])
  expect(calls).toHaveLength(asked + 1)
  await Promise.all([1, 2, 3].map(() => storage.delete('a.jpg')))
})

test('a slow upload does not block other calls', async () => {
  const answer: Answer = (request, response) => (request.method === 'PUT' ? stall : say(204))(request, response)
  const { storage } = await openStore([answer], { limitMs: 600, restMs: 60_000 })
  expect(isStorageUnavailable(await failureOf(storage.put('a.jpg', one)))).toBe(true)
  await storage.delete('b.jpg')
})

test('an upload whose connection breaks does not block other calls, three in a row do', async () => {
  const answer: Answer = (request, response) => (request.method === 'PUT' ? hangUp : say(204))(request, response)
  const { storage } = await openStore([answer], { restMs: 60_000 })
  const upload = () => failureOf(storage.put('a.jpg', one))
  for (let n = 0; n < 3; n += 1) {
    expect(isStorageUnavailable(await upload())).toBe(true)
    await storage.delete('b.jpg')
  }
  for (let n = 0; n < 3; n += 1) await upload()
  expect(isStorageUnavailable(await failureOf(storage.delete('b.jpg')))).toBe(true)
})

test('after an upload that finds nobody listening or an outage, other calls fail at once', async () => {
  const busy = await openStore([say(503, xml('SlowDown'))], { restMs: 60_000 })
  const gone = await openStore([say(204)], { restMs: 60_000 })
  server?.closeAllConnections()
  await new Promise((resolve) => server?.close(resolve))
  for (const [{ storage, calls }, asked] of [
    [busy, 3],
    [gone, 0],
  ] as const) {
    await failureOf(storage.put('a.jpg', one))
    expect(isStorageUnavailable(await failureOf(storage.delete('b.jpg')))).toBe(true)
    expect(calls).toHaveLength(asked)
  }
})

test('an upload is not used as the trial call for the others', async () => {
  let answer = stall
  const { storage } = await openStore([(...call) => answer(...call)], { limitMs: 900, restMs: 0 })
  expect(isStorageUnavailable(await failureOf(storage.delete('a.jpg')))).toBe(true)
  answer = (request, response) => (request.method === 'PUT' ? stall : say(204))(request, response)
  const upload = failureOf(storage.put('b.jpg', one))
  await storage.delete('c.jpg')
  expect(isStorageUnavailable(await upload)).toBe(true)
})

test('each failed call has its own error with its own key', async () => {
  const { storage } = await openStore([stall], { limitMs: 200, restMs: 60_000 })
  const errors: unknown[] = []
  for (const key of ['a.jpg', 'b.jpg', 'c.jpg']) errors.push(await failureOf(storage.delete(key)))
  expect(errors.map((error) => /DELETE (\S+):/.exec(String(error))?.[1])).toEqual(['a.jpg', 'b.jpg', 'c.jpg'])
  expect(new Set(errors).size).toBe(3)
})

test('it gives up after three attempts and reports the last answer', async () => {
  const busy = await openStore([say(503, xml('SlowDown'))])
  await expect(busy.storage.put('a.jpg', one)).rejects.toThrow(/refused PUT a\.jpg: 503 SlowDown$/)
  expect(busy.calls).toHaveLength(3)
  const silent = await openStore([stall], { limitMs: 900 })
  await expect(silent.storage.get('a.jpg')).rejects.toThrow(/did not answer HEAD a\.jpg: no answer in time$/)
  expect(silent.calls).toHaveLength(3)
})

test.each([
  [400, 'InvalidRequest'],
  [403, 'SignatureDoesNotMatch'],
  [301, 'PermanentRedirect'],
  [501, 'NotImplemented'],
])('what cannot succeed is not tried again: %i %s', async (status, code) => {
  const { calls, storage } = await openStore([say(status, xml(code))])
  await expect(storage.put('a.jpg', one)).rejects.toThrow(`: ${status} ${code}`)
  expect(calls).toHaveLength(1)
})

test('no error contains the secret or a signature', async () => {
  for (const answer of [say(403, xml('InvalidAccessKeyId')), say(500, SECRET), hangUp, stall]) {
    const { storage } = await openStore([answer], { limitMs: 100 })
    const error = await storage.put('a.jpg', one).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(Error)
    expect(inspect(error, { depth: 10, showHidden: true })).not.toMatch(/wJalrXUtnFEMI|Signature=|AKIA/)
  }
})

test('a truncated object fails its stream', async () => {
  const { storage } = await openStore([head, half(hangUp)])
  const found = await storage.get('a.jpg')
  expect(found?.size).toBe(100)
  const error = await failureOf(new Response(found?.stream()).arrayBuffer())
  expect(isStorageUnavailable(error), String(error)).toBe(true)
})

test('a store with an outage is unavailable, one that refuses our credentials is not', async () => {
  const statuses = [429, 500, 503, 400, 403, 404]
  const unavailable: number[] = []
  for (const status of statuses) {
    const { storage } = await openStore([say(status, xml('NoSuchBucket'))])
    if (isStorageUnavailable(await failureOf(storage.put('a.jpg', one)))) unavailable.push(status)
  }
  expect(unavailable).toEqual([429, 500, 503])
})

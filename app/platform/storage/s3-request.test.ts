import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { inspect } from 'node:util'
import { afterEach, expect, test } from 'vitest'
import { openS3Storage } from './s3-storage.server.ts'

const SECRET = 'wJalrXUtnFEMI-very-secret'
type Answer = (request: IncomingMessage, response: ServerResponse) => void

let server: Server | undefined
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

/** A store that answers each call with the next answer, the last one again and again. */
async function openStore(answers: Answer[], limitMs = 5000) {
  const calls: { line: string; headers: IncomingMessage['headers'] }[] = []
  server = createServer((request, response) => {
    const answer = answers[Math.min(calls.length, answers.length - 1)]
    calls.push({ line: `${request.method} ${request.url}`, headers: request.headers })
    request.resume().on('end', () => answer?.(request, response))
  })
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/storage/v1/`
  const account = { endpoint, bucket: 'cove', region: 'eu-1', accessKeyId: 'AKIA', secretAccessKey: SECRET }
  return { calls, storage: openS3Storage(account, { limitMs, pauseMs: 1 }) }
}
const say =
  (status: number, body = ''): Answer =>
  (_request, response) =>
    void response.writeHead(status).end(body)
const hangUp: Answer = (request) => void request.socket.destroy()
const stall: Answer = () => {}
const xml = (code: string) =>
  `<?xml version="1.0"?><Error><Code>${code}</Code><AWSAccessKeyId>AKIA</AWSAccessKeyId></Error>`
const one = new Uint8Array([1])

test('a call goes to the bucket by path, below the path of the endpoint, signed with the digest of the bytes', async () => {
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

test.each([408, 429, 500, 502, 503, 504])('a store that says %i for a moment is asked again', async (status) => {
  const { calls, storage } = await openStore([say(status), say(200)])
  await storage.put('a.jpg', one)
  expect(calls).toHaveLength(2)
})

test('a connection that breaks is made again, an answer that does not come is not waited for', async () => {
  const broken = await openStore([hangUp, say(204)])
  await broken.storage.delete('a.jpg')
  expect(broken.calls).toHaveLength(2)
  const stalled = await openStore([stall, say(200)], 50)
  await stalled.storage.put('a.jpg', one)
  expect(stalled.calls).toHaveLength(2)
})

test('three tries are enough, and the last answer is told', async () => {
  const busy = await openStore([say(503, xml('SlowDown'))])
  await expect(busy.storage.put('a.jpg', one)).rejects.toThrow(/refused PUT a\.jpg: 503 SlowDown$/)
  expect(busy.calls).toHaveLength(3)
  const silent = await openStore([stall], 30)
  await expect(silent.storage.get('a.jpg')).rejects.toThrow(/did not answer HEAD a\.jpg: no answer within 30 ms$/)
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

test('no error tells the secret or a signature', async () => {
  for (const answer of [say(403, xml('InvalidAccessKeyId')), say(500, SECRET), hangUp, stall]) {
    const { storage } = await openStore([answer], 30)
    const error = await storage.put('a.jpg', one).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(Error)
    expect(inspect(error, { depth: 10, showHidden: true })).not.toMatch(/wJalrXUtnFEMI|Signature=|AKIA/)
  }
})

test('an object cut off in the middle breaks its stream', async () => {
  const cut: Answer = (request, response) => {
    response.writeHead(200, { 'content-length': '100' }).write('half')
    setTimeout(() => request.socket.destroy(), 20)
  }
  const head: Answer = (_request, response) => void response.writeHead(200, { 'content-length': '100' }).end()
  const { storage } = await openStore([head, cut])
  const found = await storage.get('a.jpg')
  expect(found?.size).toBe(100)
  await expect(new Response(found?.stream()).arrayBuffer()).rejects.toThrow()
})

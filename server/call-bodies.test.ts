import { Hono } from 'hono'
import { describe, expect, test } from 'vitest'
import { readConfig } from '#app/platform/config.server.ts'
import type { Database } from '#app/platform/db/database.server.ts'
import { MAX_BODY_BYTES } from '#app/platform/http/openapi.server.ts'
import { testServices } from '#test/factories.ts'
import { createApi } from './api.ts'
import { foreignOriginGuard, guarded } from './middleware/request-guard.ts'

type Operation = { requestBody?: { content?: Record<string, unknown> } }

/** In demo mode the operator's calls are open, so their bodies are validated; no body here reaches the database. */
const api = createApi(testServices({} as Database))
const { paths } = (await (await api.request('/api/openapi.json')).json()) as {
  paths: Record<string, Record<string, Operation>>
}
const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { requestBody }]) => ({
    method: method.toUpperCase(),
    path: path.replace(/\{\w+\}/g, '00000000-0000-4000-8000-000000000000'),
    takes: Object.keys(requestBody?.content ?? {})[0],
  })),
)
const changing = operations.filter(({ method }) => method !== 'GET')
const reading = operations.filter(({ takes }) => takes === 'application/json')
const uploading = operations.filter(({ takes }) => takes === 'multipart/form-data')

const send = async ({ method, path }: (typeof operations)[number], type: string | null, body: BodyInit) => {
  const init = { method, body, headers: type ? { 'content-type': type } : {}, duplex: 'half' } as RequestInit
  const answer = await api.request(path, init)
  return { status: answer.status, code: ((await answer.json()) as { code?: string }).code }
}
const chunks = (bytes: number) =>
  new ReadableStream({
    start(controller) {
      for (let left = bytes; left > 0; left -= 65_536)
        controller.enqueue(new Uint8Array(Math.min(left, 65_536)).fill(120))
      controller.close()
    },
  })

test('there are calls of each kind', () => {
  expect(reading.length).toBeGreaterThan(4)
  expect(uploading).toHaveLength(1)
})

describe.each(reading)('$method $path', (call) => {
  test('accepts no body larger than 1 MB, with a content length or without', async () => {
    const type = 'application/json'
    expect(await send(call, type, 'x'.repeat(MAX_BODY_BYTES + 1))).toEqual({ status: 413, code: 'too-large' })
    expect(await send(call, type, chunks(MAX_BODY_BYTES + 1))).toEqual({ status: 413, code: 'too-large' })
  })

  test('accepts only JSON, so that a form on another site cannot send it', async () => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'text/json',
    ])
      expect(await send(call, type, '{}'), type).toEqual({ status: 415, code: 'not-json' })
    expect(await send(call, null, new Uint8Array([123, 125]))).toEqual({ status: 415, code: 'not-json' })
    for (const body of ['', '{', '{"name":', '\u0000', '<xml/>'])
      expect(await send(call, 'application/json', body), body).toEqual({ status: 400, code: 'not-json' })
  })
})

describe.each(uploading)('$method $path', (call) => {
  test('accepts only a form with a file', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/json'])
      expect((await send(call, type, '{}')).status, type).toBe(415)
  })
})

describe.each(changing)('$method $path', ({ method, path }) => {
  test('cannot be called from a page of another site', async () => {
    const config = readConfig({ SITE_URL: 'https://stay.example', EMBED_ORIGINS: 'https://blog.example' })
    const api = createApi(testServices({} as Database, { config }))
    const site = new Hono().use(guarded(foreignOriginGuard(config, api))).route('/', api)
    const ask = async (origin: string) => (await site.request(path, { method, headers: { origin } })).status
    for (const origin of ['https://evil.example', 'null', 'http://stay.example']) expect(await ask(origin)).toBe(403)
    const isEmbedded = /^\/api\/(?:(?:quotes|holds)(?:\/|$)|bookings$)/.test(path)
    expect((await ask('https://blog.example')) === 403).toBe(!isEmbedded)
  })
})

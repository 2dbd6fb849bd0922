import { once } from 'node:events'
import { Agent, type IncomingHttpHeaders, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readConfig } from '#app/platform/config.server.ts'
import { createLog } from '#app/platform/log.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { requestLog } from '#server/middleware/request-log.ts'
import { createPageCache } from '#server/page-cache/page-cache.ts'
import { testClock, unchangedVersions } from '#test/factories.ts'

// The server package replaces the global `Response` once it serves, so only a real socket shows its behavior.

const HTML = `<!doctype html><title>Home</title>${'<p>Snow, pancakes, snow.</p>'.repeat(300)}`
const decoders: Record<string, (bytes: Buffer) => Buffer> = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
  identity: (bytes) => bytes,
}

let server: Server
let agent: Agent
let origin: string
let visitor = 0

beforeEach(async () => {
  const clock = testClock()
  const cache = createPageCache({ clock, versions: unchangedVersions })
  const services = { config: readConfig({}), log: createLog('silent'), clock } as unknown as Services
  const site = new Hono().use(requestLog(services)).get('*', async (context) => {
    const { path } = context.req
    const page = async () => ({
      status: 200 as const,
      html: Buffer.from(HTML),
      headers: new Headers({ 'content-type': 'text/html' }),
    })
    const pageKey = { key: path, isUsual: true, dependsOn: 'content' as const }
    const answer = (await cache.find(context, pageKey)) ?? (await cache.share(context, pageKey, page))
    visitor += 1
    answer.headers.set('set-cookie', `visitor=${visitor}`)
    return answer
  })
  server = serve({ fetch: site.fetch, port: 0, hostname: '127.0.0.1' }) as Server
  await once(server, 'listening')
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  agent = new Agent({ keepAlive: true, maxSockets: 60 })
})
afterEach(() => {
  agent.destroy()
  server.close()
})

function get(headers: Record<string, string>) {
  return new Promise<{ status: number; headers: IncomingHttpHeaders; body: Buffer }>((resolve, reject) => {
    const outgoing = request(origin, { agent, headers }, (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part) => parts.push(part))
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(parts) }),
      )
    })
    outgoing.on('error', reject).end()
  })
}

test('simultaneous visitors with different encodings each get a readable page and their own headers', async () => {
  const encodings = ['br', 'gzip', 'identity', 'br', 'gzip, br']
  const etag = (await get({})).headers.etag ?? ''
  const ids = new Set<unknown>()
  const cookies = new Set<string>()
  const wrong: string[] = []
  for (let round = 0; round < 10; round += 1) {
    await Promise.all(
      Array.from({ length: 120 }, async (_, number) => {
        const accepted = encodings[number % encodings.length] ?? ''
        const known: Record<string, string> = number % 7 === 0 ? { 'if-none-match': etag } : {}
        const { status, headers, body } = await get({ 'accept-encoding': accepted, ...known })
        ids.add(headers['x-request-id'])
        for (const cookie of headers['set-cookie'] ?? []) cookies.add(cookie)
        const encoding = headers['content-encoding'] ?? 'identity'
        if (status === 304) return encoding === 'identity' || wrong.push(`304 labelled ${encoding}`)
        if (encoding !== (accepted.includes('br') ? 'br' : accepted)) wrong.push(`${accepted} labelled ${encoding}`)
        try {
          if (decoders[encoding]?.(body).toString() !== HTML) wrong.push(`${accepted}: another text`)
        } catch {
          wrong.push(`${accepted}: unreadable as ${encoding}`)
        }
      }),
    )
  }
  expect(wrong).toEqual([])
  expect([ids.size, cookies.size]).toEqual([1200, 1200])
})

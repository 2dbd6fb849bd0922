import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { readConfig } from '#app/platform/config.server.ts'
import type { Database } from '#app/platform/db/database.server.ts'
import { testServices } from '#test/factories.ts'
import { createApi } from '../api.ts'
import { demoGuard, foreignOriginGuard, guarded } from './request-guard.ts'

const siteOf = (environment: Record<string, string>) =>
  new Hono().use(guarded(demoGuard(readConfig(environment)))).all('*', (context) => context.text('come in'))

async function ask(headers: Record<string, string>, method = 'GET', environment: Record<string, string> = {}) {
  const response = await siteOf(environment).request('/api/properties', { method, headers })
  return response.status === 200 ? 'answered' : { status: response.status, body: await response.json() }
}

const refused = { status: 403, body: { code: 'demo-mode', message: expect.stringContaining('Set SITE_URL') } }

test('a demo answers its own machine under each loopback name', async () => {
  for (const host of ['localhost', 'localhost:3000', 'LOCALHOST:3000', '127.0.0.1:3000', '127.0.0.2', '[::1]:3000'])
    expect(await ask({ host }), host).toBe('answered')
})

test('a demo refuses other names, so DNS rebinding cannot reach its open calls', async () => {
  for (const host of [
    'evil.example',
    'evil.example:3000',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    'localhost@evil.example',
    'evil.example#localhost',
    '192.168.1.20:3000',
    '0.0.0.0:3000',
    '[::ffff:10.0.0.1]',
    '',
  ])
    expect(await ask({ host }), host).toEqual(refused)
  expect(await ask({})).toEqual(refused)
})

test('a person who opens a demo from another machine gets a page that explains the refusal', async () => {
  const answer = await siteOf({}).request('/contact', { headers: { host: '192.168.1.20:3000' } })
  expect([answer.status, answer.headers.get('content-type')]).toEqual([403, 'text/html; charset=utf-8'])
  expect(await answer.text()).toContain('Set SITE_URL')
  expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
})

test('a demo answers pages of this machine only', async () => {
  const host = 'localhost:3000'
  for (const origin of ['http://localhost:3000', 'http://127.0.0.1:8080', 'http://[::1]:5000'])
    expect(await ask({ host, origin }, 'POST'), origin).toBe('answered')
  for (const origin of ['https://evil.example', 'http://localhost.evil.example', 'null', '', 'nonsense', 'file://'])
    for (const method of ['GET', 'POST', 'OPTIONS'])
      expect(await ask({ host, origin }, method), origin).toEqual(refused)
})

test('a live site answers everybody, also through its proxy', async () => {
  const headers = { host: 'stay.example', origin: 'https://blog.example', 'x-forwarded-for': '203.0.113.7' }
  expect(await ask(headers, 'POST', { SITE_URL: 'https://stay.example' })).toBe('answered')
})

const LIVE = { SITE_URL: 'https://stay.example', EMBED_ORIGINS: 'https://blog.example' }
const FOREIGN = ['https://evil.example', 'https://stay.example.evil.example', 'http://stay.example', 'null', '']
const PAGES = ['/contact', '/embed/book/x', '/sign-in', '/sign-out', '/contact.data', '/']

const config = readConfig(LIVE)
const site = new Hono()
  .use(guarded(foreignOriginGuard(config, createApi(testServices({} as Database, { config })))))
  .all('*', (context) => context.text('come in'))

const send = (path: string, headers: Record<string, string>, method = 'POST') => site.request(path, { method, headers })

test('a live site refuses calls and forms from pages of other sites', async () => {
  for (const origin of [...FOREIGN, 'https://blog.example']) {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const call = await send('/api/contact', { origin }, method)
      expect([call.status, await call.json()], origin).toEqual([
        403,
        expect.objectContaining({ code: 'foreign-origin' }),
      ])
    }
    for (const path of PAGES) {
      const page = await send(path, { origin })
      expect([page.status, page.headers.get('content-type')], path).toEqual([403, 'text/html; charset=utf-8'])
    }
  }
})

test('a live site accepts its own pages and programs, and lets every page read', async () => {
  for (const path of ['/api/contact', ...PAGES]) {
    expect((await send(path, { origin: 'https://stay.example' })).status, path).toBe(200)
    expect((await send(path, {})).status, path).toBe(200)
    for (const method of ['GET', 'HEAD', 'OPTIONS'])
      expect((await send(path, { origin: 'https://evil.example' }, method)).status, path).toBe(200)
  }
})

test('embedding pages may request prices and stays, and nothing else', async () => {
  for (const path of ['/api/quotes', '/api/holds', '/api/holds/a-Secret-1', '/api/bookings']) {
    expect((await send(path, { origin: 'https://blog.example' })).status).toBe(200)
    for (const origin of FOREIGN) expect((await send(path, { origin })).status, origin).toBe(403)
  }
})

test('a mail program can unsubscribe its reader from any origin, and do nothing else', async () => {
  for (const origin of FOREIGN) {
    expect((await send('/newsletter/unsubscribe/a-Secret_1', { origin })).status, origin).toBe(200)
    for (const path of [
      '/newsletter',
      '/newsletter/confirm/a',
      '/newsletter/unsubscribe/a/b',
      '/newsletter/unsubscribe/a.data',
    ])
      expect((await send(path, { origin })).status, path).toBe(403)
    expect((await send('/newsletter/unsubscribe/a', { origin }, 'DELETE')).status).toBe(403)
  }
})

import { createHash } from 'node:crypto'
import { Hono } from 'hono'
import { pino } from 'pino'
import { beforeEach, expect, test } from 'vitest'
import { readConfig } from '#app/platform/config.server.ts'
import { StorageUnavailable } from '#app/platform/storage/storage.server.ts'
import { answerError } from './error-response.ts'

const lines: Record<string, unknown>[] = []
const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) })
const config = readConfig({ SITE_URL: 'https://stay.example', EMBED_ORIGINS: 'https://blog.example' })
const site = new Hono<{ Variables: { requestId: string } }>()
  .onError(answerError({ config, log }, (path) => (path === '/embed/book/1' ? { frame: true } : {})))
  .use((context, next) => {
    context.set('requestId', 'r-1')
    return next()
  })
  .all('*', () => {
    throw error
  })
const broken = new Error('connection refused by 10.0.0.7')
const databaseError = Object.assign(new Error('connect ECONNREFUSED 10.0.0.7:5432'), { code: 'ECONNREFUSED' })
let error: Error
beforeEach(() => {
  error = broken
})

test('a person gets an error page without details', async () => {
  for (const path of ['/', '/contact', '/sitemap.xml', '/apiary', '/objects']) {
    const answer = await site.request(path)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([500, 'text/html; charset=utf-8'])
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const text = await answer.text()
    expect(text).toContain('Something went wrong on our end')
    expect(text).not.toContain('10.0.0.7')
  }
})

test('an API call gets JSON, and the log has the request id and the reason', async () => {
  for (const path of ['/api/properties', '/objects/homes/lodge.jpg']) {
    const answer = await site.request(path)
    expect([answer.status, await answer.json()]).toEqual([500, { code: 'internal', message: expect.any(String) }])
  }
  expect(lines.at(-1)).toMatchObject({ id: 'r-1', err: { message: 'connection refused by 10.0.0.7' } })
})

test('during a database outage everybody is told to retry in a moment', async () => {
  error = databaseError
  const page = await site.request('/sitemap.xml')
  expect([page.status, page.headers.get('retry-after')]).toEqual([503, '5'])
  expect(await page.text()).toContain('try again in a moment')
  const said = { GET: 'We can’t look this up right now.', POST: 'Nothing you typed is lost' }
  for (const [method, words] of Object.entries(said)) {
    const call = await site.request('/api/properties', { method })
    expect([call.status, call.headers.get('retry-after')]).toEqual([503, '5'])
    expect(await call.json()).toEqual({ code: 'unavailable', message: expect.stringContaining(words) })
  }
  expect(lines.at(-1)).toMatchObject({ msg: 'the database is unavailable', err: { code: 'ECONNREFUSED' } })
})

test('during a storage outage the answer is the same, and the log names the storage', async () => {
  const cause = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  error = new StorageUnavailable('did not answer', { cause })
  const call = await site.request('/objects/homes/lodge.jpg')
  expect([call.status, call.headers.get('retry-after'), (await call.json()).code]).toEqual([503, '5', 'unavailable'])
  expect(lines.at(-1)).toMatchObject({ msg: 'the object storage is unavailable' })
})

test('the error page has a single style, listed in its policy, and a link onwards', async () => {
  const answer = await site.request('/')
  const style = /<style>([\s\S]*?)<\/style>/.exec(await answer.clone().text())?.[1] ?? ''
  const digest = createHash('sha256').update(style).digest('base64')
  expect(answer.headers.get('content-security-policy')).toContain(`style-src 'sha256-${digest}'`)
  expect(await answer.text()).toContain('<a href="/">')
  expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
})

test('the error page in the booking frame may be framed where the booking frame may', async () => {
  const policy = (await site.request('/embed/book/1')).headers.get('content-security-policy')
  expect(policy).toContain("frame-ancestors 'self' https://blog.example")
})

import { Hono } from 'hono'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { answerFailure } from './failure.ts'

const lines: Record<string, unknown>[] = []
const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) })
const site = new Hono<{ Variables: { requestId: string } }>()
  .onError(answerFailure(log) as never)
  .use((context, next) => {
    context.set('requestId', 'r-1')
    return next()
  })
  .all('*', () => {
    throw new Error('connection refused by 10.0.0.7')
  })

test('a person reads a page when something breaks, and no detail', async () => {
  for (const path of ['/', '/contact', '/sitemap.xml', '/apiary', '/objects']) {
    const answer = await site.request(path)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([500, 'text/html; charset=utf-8'])
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const text = await answer.text()
    expect(text).toContain('Something went wrong on our side')
    expect(text).not.toContain('10.0.0.7')
  }
})

test('a call is answered with JSON, and the log has the request’s id and the reason', async () => {
  for (const path of ['/api/properties', '/objects/homes/lodge.jpg']) {
    const answer = await site.request(path)
    expect([answer.status, await answer.json()]).toEqual([500, { code: 'internal', message: expect.any(String) }])
  }
  expect(lines.at(-1)).toMatchObject({ id: 'r-1', err: { message: 'connection refused by 10.0.0.7' } })
})

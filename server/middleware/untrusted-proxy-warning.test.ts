import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { readConfig } from '#app/platform/config.server.ts'
import { createLog } from '#app/platform/log.server.ts'
import { guarded } from './request-guard.ts'
import { untrustedProxyWarning } from './untrusted-proxy-warning.ts'

async function said(remoteAddress: string, headers: Record<string, string>, environment: Record<string, string> = {}) {
  const lines: Record<string, unknown>[] = []
  const log = createLog('info', { write: (line) => lines.push(JSON.parse(line)) })
  const config = readConfig({ SITE_URL: 'https://stay.example', ...environment })
  const site = new Hono()
    .use(guarded(untrustedProxyWarning({ config, log })))
    .get('/', (context) => context.text('come in'))
  for (let times = 0; times < 3; times += 1) {
    const answer = await site.request('/', { headers }, { incoming: { socket: { remoteAddress } } })
    expect(answer.status).toBe(200)
  }
  return lines.length
}
const forwarded = { 'x-forwarded-for': '203.0.113.7' }

test('warns once about a local proxy that is not trusted', async () => {
  for (const proxy of ['127.0.0.1', '::1', '::ffff:127.0.0.1', '10.1.2.3', '172.20.0.2', '192.168.1.1', 'fd00::1'])
    expect(await said(proxy, forwarded), proxy).toBe(1)
})

test('does not warn about a trusted proxy, no proxy, or visitors who forge its header', async () => {
  expect(await said('127.0.0.1', forwarded, { TRUSTED_PROXIES: '127.0.0.1' })).toBe(0)
  expect(await said('127.0.0.1', {})).toBe(0)
  expect(await said('198.51.100.9', forwarded)).toBe(0)
})

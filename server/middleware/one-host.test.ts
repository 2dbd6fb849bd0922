import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { expect, onTestFinished, test } from 'vitest'
import { guarded, noTrace, oneHost } from './request-guard.ts'

async function ask(path: string, hosts: string[], method = 'GET'): Promise<string> {
  const site = new Hono().use(guarded(oneHost, noTrace)).all('*', (context) => context.text('come in'))
  const server = serve({ fetch: site.fetch, port: 0, hostname: '127.0.0.1' })
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.write([`${method} ${path} HTTP/1.1`, ...hosts, 'Connection: close', '', ''].join('\r\n'))
  return text(socket)
}

test('a request with one Host header is answered, one with two or none is refused', async () => {
  expect(await ask('/', ['Host: stay.example'])).toMatch(/^HTTP\/1\.1 200 [\s\S]*come in/)
  for (const hosts of [
    [],
    ['Host: stay.example', 'Host: stay.example'],
    ['Host: stay.example', 'hOST: evil.example'],
  ]) {
    const answers = await Promise.all(['/', '/api/properties'].map((path) => ask(path, hosts)))
    expect(answers.map((answer) => answer.slice(0, 12))).toEqual(['HTTP/1.1 400', 'HTTP/1.1 400'])
    expect(answers.join()).not.toContain('come in')
  }
})

test('TRACE is refused, before anything reads the request', async () => {
  expect(await ask('/', ['Host: stay.example'], 'TRACE')).toMatch(/^HTTP\/1\.1 405 (?![\s\S]*come in)/)
})

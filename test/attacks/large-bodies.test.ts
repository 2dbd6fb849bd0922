import { once } from 'node:events'
import type { Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { MAX_BODY_BYTES } from '#app/platform/http/openapi.server.ts'
import { discardUnreadBody } from '#server/middleware/discard-unread-body.ts'
import { fallbackPage } from '#server/middleware/fallback-page.ts'

let server: Server
let socket: Socket
let received: string

beforeEach(async () => {
  const site = new Hono()
    .use(discardUnreadBody)
    .get('/next', (context) => context.text('for the next visitor'))
    .post('/refused', (context) => context.text('not from here', 403))
    .post(
      '/form',
      bodyLimit({
        maxSize: MAX_BODY_BYTES,
        onError: () => fallbackPage(413, { title: 'Too much', sentence: 'Less.' }),
      }),
      (context) => context.text('taken'),
    )
  server = serve({ fetch: site.fetch, port: 0, hostname: '127.0.0.1' }) as Server
  await once(server, 'listening')
  socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  received = ''
  socket.on('data', (bytes) => {
    received += bytes
  })
})
afterEach(() => {
  socket.destroy()
  server.close()
})

const until = async (isSo: () => boolean) => {
  while (!isSo()) await wait(10)
}
const NEXT = 'GET /next HTTP/1.1\r\nHost: stay.example\r\n\r\n'
const size = 3 * MAX_BODY_BYTES
const sized = `Content-Length: ${size}\r\n\r\n`
const head = (path: string) =>
  `POST ${path} HTTP/1.1\r\nHost: stay.example\r\nContent-Type: application/x-www-form-urlencoded\r\n`

describe.each(['/form', '/refused'])('a body of 3 MB to %s', (path) => {
  test('that arrives slowly gets an answer, and the connection serves the next visitor’s request', async () => {
    socket.write(`${head(path)}${sized}`)
    for (let sent = 0; sent < 3; sent += 1) {
      socket.write('x'.repeat(MAX_BODY_BYTES))
      // A slow line.
      await wait(350)
    }
    await until(() => /HTTP\/1.1 4(13|03)/.test(received))
    socket.write(NEXT)
    await until(() => received.includes('for the next visitor') || socket.closed)
    expect(received).toContain('for the next visitor')
    expect(received.toLowerCase()).not.toContain('connection: close')
  })

  test('without a stated size gets an answer, and the connection serves the next visitor’s request', async () => {
    const chunk = `10000\r\n${'x'.repeat(65_536)}\r\n`
    socket.write(`${head(path)}Transfer-Encoding: chunked\r\n\r\n${chunk.repeat(48)}0\r\n\r\n${NEXT}`)
    await until(() => received.includes('for the next visitor') || socket.closed)
    expect(received).toContain('for the next visitor')
  })

  test('that never arrives completely gets an answer that closes the connection', async () => {
    socket.write(`${head(path)}${sized}x`)
    await until(() => socket.closed)
    expect(received).toMatch(/^HTTP\/1.1 4(13|03) /)
    expect(received.toLowerCase()).toContain('connection: close')
  })
})

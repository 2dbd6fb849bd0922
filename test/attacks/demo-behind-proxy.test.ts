import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '#app/platform/config.server.ts'
import { demoGuard, guarded } from '#server/middleware/request-guard.ts'

const site = new Hono().use(guarded(demoGuard(readConfig({})))).all('*', (context) => context.text('come in'))
const NGINX = ['/usr/sbin/nginx', '/usr/bin/nginx', '/usr/local/bin/nginx'].find((file) => existsSync(file))

let port = 0
const server = serve({ fetch: site.fetch, port: 0, hostname: '127.0.0.1' }, (address) => {
  port = address.port
})
beforeAll(async () => {
  if (!server.listening) await once(server, 'listening')
})
afterAll(() => server.close())

/** The status line of the response to exactly this request over a socket. */
async function ask(lines: string[]): Promise<string | undefined> {
  const socket = connect(port, '127.0.0.1')
  socket.end(`${lines.join('\r\n')}\r\n\r\n`)
  return (await text(socket)).split('\r\n')[0]
}
const here = () => `Host: 127.0.0.1:${port}`
const ANSWERED = 'HTTP/1.1 200 OK'
const REFUSED = 'HTTP/1.1 403 Forbidden'

test('a demo answers this machine’s browser and programs', async () => {
  expect(await ask(['GET / HTTP/1.1', here(), 'Connection: close'])).toBe(ANSWERED)
  const fromHere = ['Sec-Fetch-Site: same-origin', `Referer: http://localhost:${port}/test`]
  expect(await ask(['GET /api/properties HTTP/1.1', here(), ...fromHere, 'Connection: close'])).toBe(ANSWERED)
  const byLink = ['Sec-Fetch-Site: cross-site', 'Referer: https://github.com/']
  expect(await ask(['GET / HTTP/1.1', here(), ...byLink, 'Connection: close'])).toBe(ANSWERED)
})

test('a demo refuses requests that any proxy forwarded, whatever the header says', async () => {
  const headers = [
    'Forwarded: for=127.0.0.1',
    'X-Forwarded-For: 127.0.0.1',
    'X-Forwarded-Host: localhost',
    'X-Forwarded-Proto: http',
    'X-Forwarded-Port: 80',
    'X-Forwarded: 127.0.0.1',
    'X-Real-IP: 127.0.0.1',
    'Via: 1.1 proxy',
    'X-Client-IP: 127.0.0.1',
    'X-Cluster-Client-IP: 127.0.0.1',
    'True-Client-IP: 127.0.0.1',
    'CF-Connecting-IP: 127.0.0.1',
    'Fly-Client-IP: 127.0.0.1',
    'Fastly-Client-IP: 127.0.0.1',
    'X-Amzn-Trace-Id: Root=1',
    'X-Envoy-External-Address: 127.0.0.1',
    'X-Original-Host: stay.example',
    'CDN-Loop: cdn',
  ]
  for (const header of headers)
    expect(await ask(['GET /api/properties HTTP/1.1', here(), header, 'Connection: close']), header).toBe(REFUSED)
})

test('a demo refuses HTTP/1.0, which nginx uses by default to forward requests without other traces', async () => {
  expect(await ask(['GET /api/properties HTTP/1.0', here()])).toBe(REFUSED)
})

test('a demo refuses a same-origin request under another host name', async () => {
  const page = ['Sec-Fetch-Site: same-origin', 'Referer: https://stay.example/test']
  expect(await ask(['GET /api/properties HTTP/1.1', here(), ...page, 'Connection: close'])).toBe(REFUSED)
})

test('a demo refuses connections from another machine', async () => {
  for (const [remoteAddress, status] of [
    ['127.0.0.1', 200],
    ['::1', 200],
    ['::ffff:127.0.0.1', 200],
    ['10.0.0.7', 403],
    ['203.0.113.7', 403],
    ['2001:db8::7', 403],
  ] as const) {
    const answer = await site.request(
      '/',
      { headers: { host: 'localhost' } },
      { incoming: { socket: { remoteAddress } } },
    )
    expect(answer.status, remoteAddress).toBe(status)
  }
})

test.skipIf(!NGINX)(
  'a demo behind a plain nginx, which hides the host name and the visitor’s address, refuses',
  async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'pc-plain-proxy-'))
    const free = createServer().listen(0, '127.0.0.1')
    await once(free, 'listening')
    const { port: outside } = free.address() as AddressInfo
    free.close()
    await once(free, 'close')
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (kind) => `${kind}_temp_path ${folder}/${kind};`,
    )
    await writeFile(
      path.join(folder, 'nginx.conf'),
      `daemon off; master_process off; pid ${folder}/pid; events {} http { access_log off; ${temporary.join(' ')}
      server { listen 127.0.0.1:${outside}; location / { proxy_pass http://127.0.0.1:${port}; } } }`,
    )
    const nginx = spawn(NGINX ?? '', [
      '-p',
      folder,
      '-c',
      path.join(folder, 'nginx.conf'),
      '-e',
      path.join(folder, 'log'),
    ])
    try {
      const asked = () =>
        fetch(`http://127.0.0.1:${outside}/api/properties`).then(
          ({ status }) => status,
          () => 0,
        )
      await expect.poll(asked).toBe(403)
    } finally {
      nginx.kill()
      await once(nginx, 'exit')
      await rm(folder, { recursive: true, force: true })
    }
  },
)

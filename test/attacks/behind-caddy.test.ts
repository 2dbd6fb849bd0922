import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import http, { type IncomingHttpHeaders } from 'node:http'
import https from 'node:https'
import { type AddressInfo, createConnection } from 'node:net'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clientAddressReader } from '#app/platform/client-address.server.ts'
import { readConfig } from '#app/platform/config.server.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const CADDY = ['/usr/bin/caddy', '/usr/local/bin/caddy'].find((file) => existsSync(file))
const HOST = 'stay.example'
const FILE = path.resolve(import.meta.dirname, '../../deploy/Caddyfile')
const OWN = '# A certificate of your own: tls /etc/caddy/site.pem /etc/caddy/site.key'
/** A certificate that Caddy makes itself; this machine’s own list of authorities stays as it is. */
const OFFLINE = 'admin off\nskip_install_trust'
const GUESTS = Array.from({ length: 14 }, (_, guest) => `127.0.0.${guest + 2}`)

async function freePort(): Promise<number> {
  const server = http.createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

async function untilListening(port: number): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    const socket = createConnection(port, '127.0.0.1')
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (isOpen) return
    await wait(50)
  }
  throw new Error('Caddy does not listen.')
}

describe.skipIf(!CADDY)('behind deploy/Caddyfile', () => {
  const folder = temporaryFolder()
  const stops: (() => unknown)[] = []
  /** A web that answers with the address by which it counts a guest. */
  async function startWeb() {
    const web = { name: '', isReady: true, refused: 0 }
    const addressOf = clientAddressReader(readConfig({ SITE_URL: `https://${HOST}`, TRUSTED_PROXIES: '127.0.0.1' }))
    const site = new Hono()
      .get('/readyz', (context) => {
        if (web.isReady) return context.body(null, 200)
        web.refused += 1
        return context.body(null, 503)
      })
      .all('*', (context) => context.text(addressOf(context)))
    const server = serve({ fetch: site.fetch, port: 0, hostname: '127.0.0.1' })
    if (!server.listening) await once(server, 'listening')
    web.name = `127.0.0.1:${(server.address() as AddressInfo).port}`
    stops.push(() => server.close())
    return web
  }
  async function startCaddy(name: string, config: string, env: Record<string, string>, port: number) {
    const file = path.join(folder, `${name}.caddy`)
    writeFileSync(file, config)
    const settings = { PATH: process.env.PATH, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder, ...env }
    const caddy = spawn(CADDY ?? '', ['run', '--adapter', 'caddyfile', '--config', file], {
      env: settings,
      stdio: 'ignore',
    })
    const ended = once(caddy, 'exit')
    stops.push(async () => {
      caddy.kill('SIGTERM')
      await ended
    })
    await untilListening(port)
  }

  let webs: Awaited<ReturnType<typeof startWeb>>[] = []
  let [plain, secure, front] = [0, 0, 0]
  beforeAll(async () => {
    webs = [await startWeb(), await startWeb()]
    ;[plain, secure, front] = [await freePort(), await freePort(), await freePort()]
    const config = await readFile(FILE, 'utf8')
    expect(config).toContain(OWN)
    const [WEB_1 = '', WEB_2 = ''] = webs.map((web) => web.name)
    const env = { SITE_HOST: HOST, HTTP_PORT: String(plain), HTTPS_PORT: String(secure), WEB_1, WEB_2 }
    await startCaddy('site', config.replace(OWN, 'tls internal').replace('admin off', OFFLINE), env, secure)
    const inFront = `{
  ${OFFLINE}
  auto_https disable_redirects
}
https://${HOST}:${front} {
  tls internal
  reverse_proxy https://127.0.0.1:${secure} {
    header_up Host ${HOST}:${secure}
    transport http {
      tls_insecure_skip_verify
      tls_server_name ${HOST}
    }
  }
}
`
    await startCaddy('front', inFront, {}, front)
  }, 60_000)
  afterAll(async () => {
    for (const stop of stops.toReversed()) await stop()
  })

  type Asked = { port?: number; path?: string; headers?: IncomingHttpHeaders; from?: string; method?: string }
  async function ask({
    port = secure,
    path: asked = '/',
    headers = {},
    from = '127.0.0.1',
    method = 'GET',
  }: Asked = {}) {
    const connection = { host: '127.0.0.1', port, localAddress: from, path: asked, method, agent: false }
    const secured = { ...connection, servername: HOST, rejectUnauthorized: false }
    const sent = { host: `${HOST}:${port}`, ...headers }
    const request =
      port === plain ? http.request({ ...connection, headers: sent }) : https.request({ ...secured, headers: sent })
    request.end()
    const [response] = (await once(request, 'response')) as [http.IncomingMessage]
    return { status: response.statusCode, to: response.headers.location, text: await text(response) }
  }
  const addresses = async (asked: Asked) =>
    Promise.all(GUESTS.map(async (from) => (await ask({ ...asked, from })).text))

  test('each guest is counted by the own address, with TLS there or in another proxy in front', async () => {
    expect(await addresses({})).toEqual(GUESTS)
    expect(await addresses({ port: front })).toEqual(GUESTS)
  })

  test('nobody is counted by an address that they only claim', async () => {
    const headers = { 'x-forwarded-for': '198.51.100.9, 127.0.0.1', forwarded: 'for=198.51.100.9' }
    expect(await addresses({ headers })).toEqual(GUESTS)
    expect(await addresses({ headers, port: front })).toEqual(GUESTS)
  })

  test('pages are led to https, and calls without TLS are refused', async () => {
    expect(await ask({ port: plain, path: '/search?adults=2' })).toMatchObject({
      ...{ status: 301, to: `https://${HOST}/search?adults=2` },
    })
    for (const asked of ['/api/bookings', '/mcp']) {
      expect(await ask({ port: plain, path: asked, method: 'POST' }), asked).toMatchObject({ status: 403 })
    }
  })

  test('webs that are not ready still answer, while none is', async () => {
    for (const web of webs) web.isReady = false
    // The second check of each begins when Caddy has acted on the first.
    await expect.poll(() => Math.min(...webs.map(({ refused }) => refused)), { timeout: 30_000 }).toBeGreaterThan(1)
    expect(await ask({ from: '127.0.0.9' })).toMatchObject({ status: 200, text: '127.0.0.9' })
    for (const web of webs) web.isReady = true
  })
})

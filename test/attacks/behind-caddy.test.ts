import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { temporaryFolder } from '../temporary-folder.ts'
import {
  ask,
  askAsGuests,
  findProxy,
  freePort,
  GUESTS,
  HOST,
  type Input,
  startWeb,
  untilListening,
} from './behind-proxy.ts'

const CADDY = findProxy('Caddy', ['/usr/bin/caddy', '/usr/local/bin/caddy'])
const FILE = path.resolve(import.meta.dirname, '../../deploy/Caddyfile')
const OWN = '# A certificate of your own: tls /etc/caddy/site.pem /etc/caddy/site.key'
/** A certificate that Caddy makes itself; this machine’s own list of authorities stays as it is. */
const OFFLINE = 'admin off\nskip_install_trust'

describe.skipIf(!CADDY)('behind deploy/Caddyfile', () => {
  const folder = temporaryFolder()
  const stops: (() => unknown)[] = []
  async function startCaddy(name: string, config: string, env: Record<string, string>, port: number) {
    const file = path.join(folder, `${name}.caddy`)
    writeFileSync(file, config)
    const settings = {
      PATH: process.env.PATH,
      HOME: folder,
      XDG_DATA_HOME: folder,
      XDG_CONFIG_HOME: folder,
      ...env,
    }
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
    webs = [await startWeb('127.0.0.1'), await startWeb('127.0.0.1')]
    stops.push(...webs.map((web) => web.stop))
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

  const addresses = (asked: Partial<Input> = {}) => askAsGuests({ port: secure, ...asked })

  test('each guest is counted by the own address, with TLS there or in another proxy in front', async () => {
    expect(await addresses()).toEqual(GUESTS)
    expect(await addresses({ port: front })).toEqual(GUESTS)
  })

  test('nobody is counted by an address that they only claim', async () => {
    const headers = { 'x-forwarded-for': '198.51.100.9, 127.0.0.1', forwarded: 'for=198.51.100.9' }
    expect(await addresses({ headers })).toEqual(GUESTS)
    expect(await addresses({ headers, port: front })).toEqual(GUESTS)
  })

  test('pages are led to https, and calls without TLS are refused', async () => {
    expect(await ask({ port: plain, isPlain: true, path: '/search?adults=2' })).toMatchObject({
      status: 301,
      to: `https://${HOST}/search?adults=2`,
    })
    for (const asked of ['/api/bookings', '/mcp']) {
      expect(await ask({ port: plain, isPlain: true, path: asked, method: 'POST' }), asked).toMatchObject({
        status: 403,
      })
    }
  })

  test('webs that are not ready still answer, while none is', async () => {
    for (const web of webs) web.isReady = false
    // The second check of each begins when Caddy has acted on the first.
    await expect.poll(() => Math.min(...webs.map(({ refused }) => refused)), { timeout: 30_000 }).toBeGreaterThan(1)
    expect(await ask({ port: secure, from: '127.0.9.7' })).toMatchObject({ status: 200, text: '127.0.9.7' })
    for (const web of webs) web.isReady = true
  })
})

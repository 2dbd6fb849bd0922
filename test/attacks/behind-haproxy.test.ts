import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { selfSigned } from '../servers/certificate.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { ask, askAsGuests, findProxy, freePort, GUESTS, HOST, startWeb, untilListening } from './behind-proxy.ts'

const HAPROXY = findProxy('HAProxy', ['/usr/sbin/haproxy', '/usr/local/sbin/haproxy', '/usr/bin/haproxy'])
const FILE = path.resolve(import.meta.dirname, '../../deploy/haproxy.cfg')
/** From here, the proxy in front asks the one of the file. */
const FRONT = '127.0.0.99'
const FORGED = { 'x-forwarded-for': `198.51.100.9, ${FRONT}`, forwarded: 'for=198.51.100.9' }

describe.skipIf(!HAPROXY)('behind deploy/haproxy.cfg', () => {
  const folder = temporaryFolder()
  const certificate = path.join(folder, 'site.pem')
  const stops: (() => unknown)[] = []
  async function startHaproxy(file: string, env: Record<string, string>, port: number) {
    const proxy = spawn(HAPROXY ?? '', ['-db', '-f', file], { env, stdio: 'ignore' })
    const ended = once(proxy, 'exit')
    stops.push(async () => {
      proxy.kill('SIGTERM')
      await ended
    })
    await untilListening(port)
  }

  let webs = { WEB_1: '', WEB_2: '' }
  /** Ports: the file with a certificate, its port 80, the file behind another proxy, and that proxy. */
  let [secure, plain, behind, front] = [0, 0, 0, 0]
  beforeAll(async () => {
    const [first, second] = [await startWeb(`127.0.0.1,${FRONT}`), await startWeb(`127.0.0.1,${FRONT}`)]
    stops.push(first.stop, second.stop)
    webs = { WEB_1: first.name, WEB_2: second.name }
    const { key, cert } = selfSigned(HOST)
    writeFileSync(certificate, cert + key)
    ;[secure, plain, behind, front] = [await freePort(), await freePort(), await freePort(), await freePort()]
    const own = { PROXY_BIND: `127.0.0.1:${secure}`, PLAIN_BIND: `127.0.0.1:${plain}`, CERTIFICATE: certificate }
    await startHaproxy(FILE, { ...webs, ...own }, secure)
    const other = { PROXY_BIND: `127.0.0.1:${behind}`, FRONT_PROXY: `192.0.2.0/24 ${FRONT}` }
    await startHaproxy(FILE, { ...webs, ...other }, behind)
    const inFront = path.join(folder, 'front.cfg')
    writeFileSync(
      inFront,
      `defaults
  mode http
  option forwardfor
  timeout connect 5s
  timeout client 60s
  timeout server 60s
listen front
  bind 127.0.0.1:${front} ssl crt ${certificate}
  server site 127.0.0.1:${behind} source ${FRONT}
`,
    )
    await startHaproxy(inFront, {}, front)
  }, 60_000)
  afterAll(async () => {
    for (const stop of stops.toReversed()) await stop()
  })

  test('each guest is counted by the own address, with TLS there or in another proxy in front', async () => {
    expect(await askAsGuests({ port: secure })).toEqual(GUESTS)
    expect(await askAsGuests({ port: front })).toEqual(GUESTS)
  })

  test('nobody is counted by an address that they only claim', async () => {
    expect(await askAsGuests({ port: secure, headers: FORGED })).toEqual(GUESTS)
    expect(await askAsGuests({ port: front, headers: FORGED })).toEqual(GUESTS)
    expect(await askAsGuests({ port: behind, isPlain: true, headers: FORGED })).toEqual(GUESTS)
  })

  test('only the list of the proxy in front reaches the site', async () => {
    const asked = { headers: FORGED, from: '127.0.9.7' }
    expect((await ask({ ...asked, port: secure })).received).toBe('127.0.9.7')
    expect((await ask({ ...asked, port: behind, isPlain: true })).received).toBe('127.0.9.7')
    const list = `${FORGED['x-forwarded-for']}, 127.0.9.7, ${FRONT}`
    expect((await ask({ ...asked, port: front })).received).toBe(list)
  })

  test.each([
    ['TLS in HAProxy', () => secure],
    ['TLS in another proxy in front', () => front],
  ])('no guest is refused for what others asked: %s', async (_, port) => {
    // A web allows 20 from one address. These are 112 in all, and 16 of one guest.
    const asked = { port: port(), path: '/api/contact', method: 'POST' }
    const statuses = async (from: string, times: number) =>
      Promise.all(Array.from({ length: times }, async () => (await ask({ ...asked, from })).status))
    const answers = (await Promise.all(GUESTS.map((from) => statuses(from, 8)))).flat()
    expect(answers).toEqual(answers.map(() => 415))
    expect(await statuses('127.0.50.7', 50)).toContain(429)
  })

  test('pages are led to https, and calls without TLS are refused', async () => {
    const headers = { host: HOST }
    expect(await ask({ port: plain, isPlain: true, headers, path: '/search?adults=2' })).toMatchObject({
      status: 301,
      to: `https://${HOST}/search?adults=2`,
    })
    for (const asked of ['/api/bookings', '/mcp']) {
      const call = { port: plain, isPlain: true, headers, path: asked, method: 'POST' }
      expect(await ask(call), asked).toMatchObject({ status: 403 })
    }
  })

  test('it does not start without TLS, unless the proxy in front is named', () => {
    const check = (env: Record<string, string>) =>
      spawnSync(HAPROXY ?? '', ['-c', '-f', FILE], {
        encoding: 'utf8',
        env: { ...webs, PROXY_BIND: '127.0.0.1:8080', ...env },
      })
    expect(check({})).toMatchObject({ status: 1, stderr: expect.stringContaining('Set CERTIFICATE, or FRONT_PROXY') })
    expect(check({ FRONT_PROXY: '10.0.0.9' })).toMatchObject({ status: 0 })
    expect(check({ CERTIFICATE: certificate, FRONT_PROXY: '2001:db8::/32' })).toMatchObject({ status: 0 })
  })
})

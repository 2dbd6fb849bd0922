import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readConfig } from '#app/platform/config.server.ts'
import { secrets } from '#app/platform/installation.tables.server.ts'
import { enqueuePush, type QueuedPush } from '#app/platform/push/push.server.ts'
import { pushSubscriptions } from '#app/platform/push/push.tables.server.ts'
import type { Role } from '#app/shared/roles.ts'
import { describeWithDatabase } from '#test/database.ts'
import { makeSite, testServices } from '#test/factories.ts'
import { operatorAccess } from '../operators.server.ts'
import { users } from '../operators.tables.server.ts'
import { endSession, sessionCookie, startSession } from '../sessions.server.ts'
import { pushApi } from './push.api.server.ts'
import { sendPush } from './send-push.server.ts'

const PUSH = { kind: 'request', property: 'Large Luxury' } as const
const PLACE = { headers: new Headers(), address: '203.0.113.1' }

/** A browser: its keys, and what it reads of an encrypted message (RFC 8291, RFC 8188). */
function makeBrowser() {
  const keys = createECDH('prime256v1')
  const own = keys.generateKeys()
  const auth = randomBytes(16)
  return {
    keys: { p256dh: own.toString('base64url'), auth: auth.toString('base64url') },
    read(body: Buffer): unknown {
      const [salt, end] = [body.subarray(0, 16), 21 + (body[20] ?? 0)]
      const theirs = body.subarray(21, end)
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), own, theirs])
      const secret = hkdfSync('sha256', keys.computeSecret(theirs), auth, info, 32)
      const derive = (name: string, length: number) =>
        Buffer.from(hkdfSync('sha256', Buffer.from(secret), salt, `Content-Encoding: ${name}\0`, length))
      const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12))
      decipher.setAuthTag(body.subarray(-16))
      const text = Buffer.concat([decipher.update(body.subarray(end, -16)), decipher.final()])
      return JSON.parse(text.subarray(0, text.lastIndexOf(2)).toString())
    },
  }
}

/** The claims of the `Authorization` header (RFC 8292), once its signature is checked. */
function claimsOf(header: string) {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(header) ?? []
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')]
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
  const signed = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const
  expect(verify('sha256', Buffer.from(`${head}.${claims}`), signed, Buffer.from(signature, 'base64url'))).toBe(true)
  return { key, claims: JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, unknown> }
}

describeWithDatabase('a notification', (database) => {
  const received: { headers: NodeJS.Dict<string | string[]>; body: Buffer }[] = []
  let status = 201
  const pushService = createServer(async (request, answer) => {
    received.push({ headers: request.headers, body: await buffer(request) })
    answer.writeHead(status).end()
  })
  let origin = ''
  beforeAll(async () => {
    await new Promise<void>((done) => pushService.listen(0, '127.0.0.1', done))
    origin = `http://127.0.0.1:${(pushService.address() as AddressInfo).port}`
  })
  afterAll(() => void pushService.close())
  beforeEach(() => {
    received.length = 0
    status = 201
  })

  const live = () => testServices(database(), { config: readConfig({ SITE_URL: 'https://stay.example' }) })
  /** Only a demo sends to the machine itself. */
  const near = () => testServices(database())

  async function signIn(role: Role = 'owner', username: string = role) {
    const services = live()
    const [user] = await services.db.insert(users).values({ username, passwordHash: 'x', role }).returning()
    const token = user && (await startSession(services, user, PLACE))
    if (!user || !token) throw new Error('nobody signed in')
    return { user, token, cookie: sessionCookie(services.config, token).split(';')[0] ?? '' }
  }
  const call = async (cookie: string, method: string, body?: unknown) => {
    const services = live()
    return pushApi(services, operatorAccess(services)).request('/admin/push.json', {
      method,
      headers: { cookie, origin: 'https://stay.example', 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  }
  /** A device that was switched on. Push services are https; the one of this test is not. */
  async function switchOn(cookie: string, browser = makeBrowser(), path = '/device') {
    const stored = await call(cookie, 'POST', { endpoint: `https://push.example${path}`, keys: browser.keys })
    expect(stored.status).toBe(204)
    await live()
      .db.update(pushSubscriptions)
      .set({ endpoint: `${origin}${path}` })
    return browser
  }
  const devices = () => live().db.$count(pushSubscriptions)
  const deviceOf = async (): Promise<QueuedPush> => {
    const [device] = await live().db.select().from(pushSubscriptions)
    return { ...PUSH, sessionId: device?.sessionId ?? '' }
  }
  const send = (push: QueuedPush, services = near()) => sendPush(services, push, AbortSignal.timeout(10_000))

  test('reaches the device encrypted, signed by the site’s own key, and names the home only', async () => {
    await makeSite(live().db)
    const { cookie } = await signIn()
    const state = await (await call(cookie, 'GET')).json()
    expect(state).toEqual({ publicKey: expect.stringMatching(/^[\w-]{87}$/), isOn: false })
    const browser = await switchOn(cookie)
    expect(await (await call(cookie, 'GET')).json()).toEqual({ ...state, isOn: true })
    expect(await live().db.$count(secrets)).toBe(1)

    expect(await send(await deviceOf())).toBe('sent')
    const [{ headers, body } = { headers: {}, body: Buffer.of() }] = received
    expect(body.includes('Luxury')).toBe(false)
    expect(browser.read(body)).toEqual({ kind: 'request', property: 'Large Luxury' })
    expect(headers).toMatchObject({ ttl: '21600', urgency: 'high', 'content-encoding': 'aes128gcm' })
    const { key, claims } = claimsOf(String(headers.authorization))
    expect(key).toBe(state.publicKey)
    expect(claims).toMatchObject({ aud: origin, sub: expect.stringMatching(/^mailto:.+@/) })
  })

  test('is queued for each device with what it is about, and not at all without one', async () => {
    const queued = () =>
      database().pool.query(`select data from pgboss.job where name = 'push' order by data->>'sessionId'`)
    const { db, jobs } = testServices(database())
    await db.transaction((tx) => enqueuePush({ jobs }, tx, PUSH))
    expect((await queued()).rows).toEqual([])
    const { cookie } = await signIn()
    await switchOn(cookie)
    await db.transaction((tx) => enqueuePush({ jobs }, tx, PUSH))
    expect((await queued()).rows).toEqual([{ data: await deviceOf() }])
  })

  test('is tried again when its service fails, and a device that is gone is forgotten', async () => {
    await makeSite(live().db)
    const { cookie } = await signIn()
    for (const gone of [404, 410]) {
      await switchOn(cookie)
      status = 503
      expect(await send(await deviceOf())).toBe('failed')
      expect(await devices()).toBe(1)
      status = gone
      expect(await send(await deviceOf())).toBe('gone')
      expect(await devices()).toBe(0)
    }
  })

  test('goes to nobody who does not see guests, was suspended, signed out, or switched it off', async () => {
    await makeSite(live().db)
    const ends: ((session: { cookie: string; token: string }) => Promise<unknown>)[] = [
      ({ cookie }) => call(cookie, 'DELETE'),
      ({ token }) => endSession(live(), token),
      () => live().db.delete(users),
    ]
    for (const [index, end] of ends.entries()) {
      const session = await signIn('owner', `mia${index}`)
      await switchOn(session.cookie)
      const device = await deviceOf()
      await end(session)
      expect(await devices()).toBe(0)
      expect(await send(device)).toBe('gone')
    }
    await switchOn((await signIn('housekeeper')).cookie)
    expect(await send(await deviceOf())).toBe('gone')
    await live().db.update(users).set({ role: 'owner' })
    expect(await send(await deviceOf())).toBe('sent')
    await live()
      .db.update(users)
      .set({ suspendedAt: new Date(0) })
    expect(await send(await deviceOf())).toBe('gone')
    expect(received).toHaveLength(1)
  })

  test('still reaches the device of an operator who signs in again there, and no other operator’s', async () => {
    const { user, cookie } = await signIn()
    await switchOn(cookie)
    const headers = new Headers({ cookie })
    const again = await startSession(live(), user, { ...PLACE, headers })
    expect(await devices()).toBe(1)
    const { user: other } = await signIn('owner', 'ben')
    const next = new Headers({ cookie: sessionCookie(live().config, again).split(';')[0] ?? '' })
    await startSession(live(), other, { ...PLACE, headers: next })
    expect(await devices()).toBe(0)
  })

  test('is sent to no machine of the own network, and to https only', async () => {
    await makeSite(live().db)
    const { cookie } = await signIn()
    for (const endpoint of [`${origin}/device`, 'ftp://push.example/', 'push'])
      expect((await call(cookie, 'POST', { endpoint, keys: makeBrowser().keys })).status, endpoint).toBe(400)
    for (const keys of [{ p256dh: 'x', auth: 'y' }, {}])
      expect((await call(cookie, 'POST', { endpoint: 'https://push.example/', keys })).status).toBe(400)
    await switchOn(cookie)
    expect(await send(await deviceOf(), live())).toBe('failed')
    expect(received).toEqual([])
    expect((await call('', 'POST', {})).status).toBe(401)
  })
})

import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { readConfig } from '#app/platform/config.server.ts'
import { PASSWORD_COST, type Services } from '#app/platform/services.server.ts'
import { describeWithDatabase, testOnBoth } from '#test/database.ts'
import { makeProperty, makeSite, NOON, testClock, testServices } from '#test/factories.ts'
import { endSessions, listOperators, removeOperator } from './accounts.server.ts'
import { changePassword, createOperator, getSignedIn, operatorAccess, signIn, signOut } from './operators.server.ts'
import { operatorSessions, users } from './operators.tables.server.ts'
import { pathAfterSignIn } from './operators.ts'

const MIA = { username: 'mia', password: 'ten lit windows' }
const HOUR = 3_600_000
const DAY = 24 * HOUR

describeWithDatabase('an operator', (database) => {
  const clock = testClock()
  const live = (change: Partial<Services> = {}) => {
    clock.set(NOON)
    return testServices(database(), { config: readConfig({ SITE_URL: 'https://stay.example' }), clock, ...change })
  }
  const later = (milliseconds: number) => clock.set(new Date(NOON.getTime() + milliseconds))
  const carrying = (cookie?: string) => new Headers(cookie ? { cookie: cookie.split(';')[0] ?? '' } : {})
  const attempt = (services: Services, change: Partial<typeof MIA & { headers: Headers }> = {}) =>
    signIn(services, { ...MIA, address: '203.0.113.7', headers: carrying(), ...change })

  async function signedIn(services: Services, headers?: Headers): Promise<string> {
    const outcome = await attempt(services, { headers: headers ?? carrying() })
    if (!outcome.ok) throw new Error(outcome.reason)
    return outcome.cookie
  }
  const isOperator = async (services: Services, cookie?: string) =>
    (await operatorAccess(services).findOperator(carrying(cookie))) !== null

  test('is created once, whatever the case of the name; the password is stored only as argon2id', async () => {
    const services = live({ passwordCost: PASSWORD_COST })
    expect(await createOperator(services, { ...MIA, username: ' Mia ' })).toEqual({ ok: true, username: 'mia' })
    expect(await createOperator(services, { ...MIA, username: 'MIA' })).toMatchObject({ ok: false, reason: 'taken' })
    const rows = await services.db.select().from(users)
    expect(rows).toMatchObject([{ username: 'mia', role: 'owner', propertyIds: null, suspendedAt: null }])
    expect(rows[0]?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=32768,t=3,p=1\$/)
  })

  testOnBoth('is created once by two simultaneous requests', async () => {
    const services = live()
    const outcomes = await Promise.all([createOperator(services, MIA), createOperator(services, MIA)])
    expect(outcomes.map(({ ok }) => ok).sort()).toEqual([false, true])
  })

  test('needs a name that can be typed, and a password of at least ten characters', async () => {
    const services = live()
    for (const username of ['', 'm', 'mia lake', '-mia', 'mía', 'm'.repeat(41), 'mia\0'])
      expect(await createOperator(services, { ...MIA, username }), username).toMatchObject({ reason: 'invalid-input' })
    for (const password of ['nine char', 'x'.repeat(201)])
      expect(await createOperator(services, { ...MIA, password }), password).toMatchObject({ reason: 'invalid-input' })
    expect(await services.db.select().from(users)).toEqual([])
  })

  test('cannot have a common password, in any case', async () => {
    const services = live()
    for (const password of ['1234567890', 'qwertyuiop', 'Password123', ' iloveyou12 ', 'QWERTY123456'])
      expect(await createOperator(services, { ...MIA, password }), password).toMatchObject({
        reason: 'invalid-input',
        message: expect.stringContaining('most common'),
      })
    await createOperator(services, MIA)
    const changed = await changePassword(services, { ...MIA, password: 'basketball' })
    expect(changed).toMatchObject({ reason: 'invalid-input' })
    expect(await attempt(services)).toMatchObject({ ok: true })
  })

  test('is listed with active sessions, signed out everywhere, and removed', async () => {
    const services = live()
    await createOperator(services, MIA)
    await createOperator(services, { ...MIA, username: 'ben' })
    const cookies = [await signedIn(services), await signedIn(services)]
    const digest = expect.stringMatching(/^[0-9a-f]{16}$/)
    expect(await listOperators(services)).toEqual([
      { username: 'ben', sessions: 0, lastSeenAt: null, digest },
      { username: 'mia', sessions: 2, lastSeenAt: NOON, digest },
    ])
    expect(await getSignedIn(services, carrying(cookies[0]))).toBe('mia')
    expect(await endSessions(services, 'mia')).toBe(2)
    expect(await endSessions(services, 'mia')).toBe(0)
    expect(await endSessions(services, 'nobody')).toBeNull()
    expect(await Promise.all(cookies.map((cookie) => isOperator(services, cookie)))).toEqual([false, false])
    const cookie = await signedIn(services)
    expect(await removeOperator(services, 'mia')).toBe(true)
    expect(await removeOperator(services, 'mia')).toBe(false)
    expect(await isOperator(services, cookie)).toBe(false)
    expect(await attempt(services)).toMatchObject({ ok: false, reason: 'wrong' })
  })

  test('gets an HttpOnly cookie at sign-in, of which the database stores only the SHA-256', async () => {
    const services = live()
    await createOperator(services, MIA)
    const cookie = await signedIn(services)
    expect(cookie).toMatch(/^__Host-session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
    expect(await isOperator(services, cookie)).toBe(true)
    const rows = await services.db.select().from(operatorSessions)
    expect(rows).toMatchObject([{ tokenHash: expect.stringMatching(/^[0-9a-f]{64}$/), createdAt: NOON }])
    expect(JSON.stringify(rows)).not.toContain(cookie.slice(15, 58))
  })

  test('gets a cookie that browsers accept on a site without https', async () => {
    const services = live({ config: readConfig({ SITE_URL: 'http://stay.localhost' }) })
    await createOperator(services, MIA)
    const cookie = await signedIn(services)
    expect(cookie).toMatch(/^session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/)
    expect(await isOperator(services, cookie)).toBe(true)
  })

  test('cannot have a password that repeats itself, or is little more than names on the site or the own name', async () => {
    const services = live()
    await makeSite(services.db)
    await makeProperty(services.db, { name: 'Lake Keowee Cabin', location: 'Seneca, South Carolina' })
    const refused = {
      'repeats itself': ['aaaaaaaaaa', 'abababababab', '1122112211', 'cove4cove4cove', 'aaaaaaaaab'],
      'names on the site': [
        'powderandcove',
        'Powder & Cove!',
        'lakekeowee1',
        'keowee-2027',
        'south carolina',
        'mia mia 2027',
        'Powder!?!?&Cove!?!?!?!?',
      ],
    }
    for (const [reason, passwords] of Object.entries(refused))
      for (const password of passwords) {
        const message = expect.stringContaining(reason)
        expect(await createOperator(services, { ...MIA, password }), password).toMatchObject({ ok: false, message })
      }
    const good = [
      'the cove at six',
      '!@#$%^&*()_+-=[]{};:,.<>/?|~',
      '\u{1F3D4}\u{1F30A}\u{1F6F6}\u{1F525}\u{1F98C}\u{1F41F}\u{1F332}\u{1F319}\u{2744}\u{1F95E}',
      'mia!@#$%^&*()',
    ]
    for (const [at, password] of good.entries()) {
      expect(await createOperator(services, { username: `mia${at || ''}`, password }), password).toMatchObject({
        ok: true,
      })
    }
    expect(await changePassword(services, { ...MIA, password: 'lakekeowee1' })).toMatchObject({ ok: false })
  })

  test('signs in with any case of the name and any encoding of accents in the password', async () => {
    const services = live()
    await createOperator(services, { username: 'mia', password: 'caf\u00e9 at the lake' })
    expect(await attempt(services, { username: ' MIA', password: 'cafe\u0301 at the lake' })).toMatchObject({
      ok: true,
    })
  })

  test('is not recognized by a token that is made up, truncated, or in another cookie', async () => {
    const services = live()
    await createOperator(services, MIA)
    const cookie = (await signedIn(services)).split(';')[0] ?? ''
    for (const other of [undefined, '', `__Host-session=${'A'.repeat(43)}`, cookie.slice(0, -1), cookie.slice(7), '%'])
      expect(await isOperator(services, other), other).toBe(false)
    const among = new Headers({ cookie: `theme=dark; ${cookie}; session=x` })
    expect(await operatorAccess(services).findOperator(among)).toMatchObject({ name: 'mia' })
  })

  test('gets a new session by signing in again, and the previous one ends', async () => {
    const services = live()
    await createOperator(services, MIA)
    const first = await signedIn(services)
    const phone = await signedIn(services)
    const second = await signedIn(services, carrying(first))
    expect(second).not.toBe(first)
    expect(await Promise.all([first, phone, second].map((cookie) => isOperator(services, cookie)))).toEqual([
      false,
      true,
      true,
    ])
  })

  test('is signed out for good, even if the cookie is reused', async () => {
    const services = live()
    await createOperator(services, MIA)
    const cookie = await signedIn(services)
    expect(await signOut(services, carrying(cookie))).toMatch(/^__Host-session=; Max-Age=0; Path=\/; HttpOnly; Secure/)
    expect(await isOperator(services, cookie)).toBe(false)
    await signOut(services, carrying())
  })

  test('stays signed in while the site is used, for 30 days at most', async () => {
    const services = live()
    await createOperator(services, MIA)
    const cookie = await signedIn(services)
    for (const days of [13, 26, 29.9]) {
      later(days * DAY)
      expect(await isOperator(services, cookie), `${days}`).toBe(true)
    }
    later(30 * DAY)
    expect(await isOperator(services, cookie)).toBe(false)
  })

  test('is signed out after 14 days without a visit, and the session’s row is deleted at the next sign-in', async () => {
    const services = live()
    await createOperator(services, MIA)
    const cookie = await signedIn(services)
    later(14 * DAY)
    expect(await isOperator(services, cookie)).toBe(false)
    await signedIn(services)
    expect(await services.db.select().from(operatorSessions)).toHaveLength(1)
  })

  test('has the use of a session recorded once an hour, not at each request', async () => {
    const services = live()
    await createOperator(services, MIA)
    const cookie = await signedIn(services)
    const seen = async () => (await services.db.select().from(operatorSessions))[0]?.lastSeenAt
    later(HOUR - 1)
    await isOperator(services, cookie)
    expect(await seen()).toEqual(NOON)
    later(HOUR)
    await isOperator(services, cookie)
    expect(await seen()).toEqual(new Date(NOON.getTime() + HOUR))
  })

  test('is signed out everywhere by a new password; others stay signed in', async () => {
    const services = live()
    await createOperator(services, MIA)
    await createOperator(services, { ...MIA, username: 'ben' })
    const cookie = await signedIn(services)
    const ben = await attempt(services, { username: 'ben' })
    const next = { username: 'Mia', password: 'twelve dark windows' }
    expect(await changePassword(services, next)).toEqual({ ok: true, username: 'mia' })
    expect(await isOperator(services, cookie)).toBe(false)
    expect(await isOperator(services, ben.ok ? ben.cookie : '')).toBe(true)
    expect(await attempt(services)).toMatchObject({ ok: false, reason: 'wrong' })
    expect(await attempt(services, next)).toMatchObject({ ok: true })
    expect(await changePassword(services, { ...next, username: 'nobody' })).toMatchObject({ reason: 'unknown' })
    expect(await changePassword(services, { ...next, password: 'short' })).toMatchObject({ reason: 'invalid-input' })
  })

  test('has no access after being removed', async () => {
    const services = live()
    await createOperator(services, MIA)
    const cookie = await signedIn(services)
    await services.db.delete(users).where(eq(users.username, 'mia'))
    expect(await isOperator(services, cookie)).toBe(false)
  })

  test('is everyone in demo mode, without a database query', async () => {
    const services = testServices(database(), { db: undefined as never })
    expect(await isOperator(services)).toBe(true)
    expect(operatorAccess(services).ownOrigin).toBeUndefined()
  })
})

describe('the redirect after signing in', () => {
  test('goes to the requested path of this site', () => {
    for (const path of ['/', '/test', '/property/lake-keowee?checkin=2027-07-01#book', '/%2e', '/a//b'])
      expect(pathAfterSignIn(path)).toBe(path === '/%2e' ? '/' : path)
  })

  test('never goes to another site, nor to sign-in or sign-out', () => {
    const foreign = [
      null,
      '',
      'test',
      'https://evil.example/',
      '//evil.example',
      '/\\evil.example',
      '\\\\evil.example',
      '/\t/evil.example',
      '/\n/evil.example',
      '/.//evil.example',
      '/..//evil.example',
      '/x/..//evil.example',
      ' //evil.example',
      'javascript:alert(1)',
      '//',
      '///evil.example',
      '/sign-in?to=/sign-in',
      '/sign-out/',
    ]
    for (const path of foreign) expect(pathAfterSignIn(path), String(path)).toBe('/admin')
  })
})

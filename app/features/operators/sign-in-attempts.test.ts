import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { readConfig } from '#app/platform/config.server.ts'
import { createLog } from '#app/platform/log.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { describeWithDatabase, testOnBoth } from '#test/database.ts'
import { makeSite, NOON, testClock, testServices } from '#test/factories.ts'
import { queuedMail } from '#test/mails/queued-mail.ts'
import { listOperators } from './accounts.server.ts'
import { askForNewPassword, setNewPassword } from './by-link.server.ts'
import { createOperator, signIn } from './operators.server.ts'
import { signInFailures, users } from './operators.tables.server.ts'

const MIA = { username: 'mia', password: 'ten lit windows' }
const DAY = 86_400_000
const OFFICE = '192.0.2.10'
const HOTEL = '192.0.2.200'

describeWithDatabase('wrong passwords', (database) => {
  const clock = testClock()
  const live = (change: Partial<Services> = {}) => {
    clock.set(NOON)
    return testServices(database(), { config: readConfig({ SITE_URL: 'https://stay.example' }), clock, ...change })
  }
  const later = (milliseconds: number) => clock.set(new Date(NOON.getTime() + milliseconds))
  const attempt = (services: Services, change: Partial<Parameters<typeof signIn>[1]> = {}) =>
    signIn(services, { ...MIA, address: '203.0.113.7', headers: new Headers(), ...change })
  const guessFromNetworks = (services: Services, networks: number) =>
    Promise.all(Array.from({ length: networks }, (_, n) => attempt(services, { ...wrong, address: `198.51.${n}.1` })))

  const wrong = { password: 'a wrong guess' }
  /** The waits in seconds after each further wrong password. */
  async function guess(services: Services, times: number, change: Parameters<typeof attempt>[1] = {}) {
    const waits: number[] = []
    let at = 0
    for (let index = 0; index < times; index += 1) {
      const outcome = await attempt(services, { ...wrong, ...change })
      expect(outcome).toMatchObject({ ok: false, reason: 'wrong' })
      const next = await attempt(services, { ...wrong, ...change, password: MIA.password })
      if (next.ok || next.reason !== 'slow-down') throw new Error('not slowed down')
      waits.push(next.retryAfter)
      at += next.retryAfter * 1000
      later(at)
    }
    return waits
  }
  const refusals = async (services: Services, times: number, change: Parameters<typeof attempt>[1] = {}) => {
    for (let index = 0; index < times; index += 1)
      expect(await attempt(services, { ...wrong, ...change })).toMatchObject({ ok: false, reason: 'wrong' })
  }

  test('five are free, then each doubles the wait, up to 15 minutes', async () => {
    const services = live()
    await createOperator(services, MIA)
    await refusals(services, 4)
    expect(await guess(services, 13)).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900])
    expect(await attempt(services)).toMatchObject({ ok: true })
  }, 60_000)

  /** Guesses that never stop: whenever the name may be tried again, somebody else has done so. */
  async function underAttack() {
    const services = live()
    await makeSite(services.db)
    await createOperator(services, MIA)
    await services.db.update(users).set({ email: 'mia@example.com' })
    const earlier = await attempt(services, { address: OFFICE })
    expect(earlier.ok).toBe(true)
    await guessFromNetworks(services, 40)
    later(2000)
    await guessFromNetworks(services, 40)
    return services
  }

  test('from many networks keep nobody out for ever who is at an address of one of their sessions', async () => {
    const services = await underAttack()
    expect(await attempt(services, { address: HOTEL })).toMatchObject({ ok: false, reason: 'slow-down' })
    expect(await attempt(services, { address: OFFICE })).toMatchObject({ ok: true })
    await guessFromNetworks(services, 40)
    expect(await attempt(services, { ...wrong, address: OFFICE })).toMatchObject({ ok: false, reason: 'wrong' })
    await createOperator(services, { ...MIA, username: 'ben' })
    const ofBen = (n: number, change = {}) =>
      attempt(services, { username: 'ben', ...wrong, address: `198.52.${n}.1`, ...change })
    for (let n = 0; n < 30; n += 1) await ofBen(n)
    const atOffice = { address: OFFICE, password: MIA.password }
    expect(await ofBen(0, atOffice), 'the address is hers alone').toMatchObject({ reason: 'slow-down' })
  })

  test('from many networks keep nobody out who sets a new password by mail', async () => {
    const services = await underAttack()
    const form = new FormData()
    form.set('name', 'mia')
    await askForNewPassword({ services, form, address: HOTEL })
    const html = (await queuedMail(database())).map((mail) => mail.html).join()
    const token = /new-password\/([\w-]{43})/.exec(html)?.[1] ?? ''
    const password = 'eleven lit windows'
    form.set('password', password)
    form.set('again', password)
    const answer = await setNewPassword({ services, form, address: HOTEL }, { token, headers: new Headers() })
    const cookie = answer.ok ? (answer.cookies[0]?.split(';')[0] ?? '') : ''
    await guessFromNetworks(services, 40)
    const place = { address: HOTEL, password }
    expect(await attempt(services, { ...place, address: '192.0.2.201' })).toMatchObject({ reason: 'slow-down' })
    expect(await attempt(services, { ...place, headers: new Headers({ cookie }) })).toMatchObject({ ok: true })
  })

  test('are not counted while one has to wait, so the wait does not grow', async () => {
    const services = live()
    await createOperator(services, MIA)
    await refusals(services, 5)
    for (let index = 0; index < 5; index += 1)
      expect(await attempt(services)).toMatchObject({ ok: false, reason: 'slow-down', retryAfter: 1 })
    later(1000)
    expect(await attempt(services)).toMatchObject({ ok: true })
  })

  test('slow down one name from one address, whether the operator exists or not', async () => {
    const services = live()
    await createOperator(services, MIA)
    for (const username of ['mia', 'nobody', 'no\0name']) {
      await refusals(services, 5, { username })
      expect(await attempt(services, { username })).toMatchObject({ reason: 'slow-down' })
    }
    expect(await attempt(services, { username: 'MIA ' })).toMatchObject({ reason: 'slow-down' })
    expect(await attempt(services, { address: '203.0.113.8' })).toMatchObject({ ok: true })
  })

  test('for many names from one address slow down that address', async () => {
    const services = live()
    await createOperator(services, MIA)
    for (let index = 0; index < 30; index += 1) await refusals(services, 1, { username: `name-${index}` })
    expect(await attempt(services)).toMatchObject({ ok: false, reason: 'slow-down', retryAfter: 1 })
    expect(await attempt(services, { address: '203.0.113.8' })).toMatchObject({ ok: true })
    later(1000)
    expect(await attempt(services)).toMatchObject({ ok: true })
  }, 30_000)

  testOnBoth('are counted one by one when sent at the same time', async () => {
    const services = live()
    await createOperator(services, MIA)
    const outcomes = await Promise.all(Array.from({ length: 12 }, () => attempt(services, wrong)))
    const looked = outcomes.filter((outcome) => !outcome.ok && outcome.reason === 'wrong')
    expect(looked).toHaveLength(5)
  })

  test('are forgiven after the right one, and forgotten after a day', async () => {
    const services = live()
    await createOperator(services, MIA)
    await refusals(services, 4)
    expect(await attempt(services)).toMatchObject({ ok: true })
    await refusals(services, 4)
    later(DAY + 1)
    await refusals(services, 4)
    expect(await attempt(services)).toMatchObject({ ok: true })
    const left = await services.db.select().from(signInFailures)
    // For the name, the address and its network, and the first attempt of this hour.
    expect(left.map((row) => row.failures).sort()).toEqual([1, 4, 4, 4])
  })

  test('are logged with the address and a digest of the name that is stable and unique', async () => {
    const lines: Record<string, unknown>[] = []
    const services = live({ log: createLog('info', { write: (line) => void lines.push(JSON.parse(line)) }) })
    await createOperator(services, MIA)
    await attempt(services, wrong)
    await attempt(services, { ...wrong, username: ' MIA ', address: '2001:db8:7:1::/64' })
    await attempt(services, { ...wrong, username: 'nobody' })
    const [mia, again, nobody] = lines.filter(({ name }) => name !== undefined)
    expect(mia).toMatchObject({ name: expect.stringMatching(/^[0-9a-f]{16}$/), address: '203.0.113.7' })
    expect(again).toMatchObject({ name: mia?.name, address: '2001:db8:7:1::/64' })
    expect(nobody?.name).not.toBe(mia?.name)
    expect((await listOperators(services)).map(({ digest }) => digest)).toEqual([mia?.name])
    // The log alone does not let anyone test names.
    expect(mia?.name).not.toBe(createHash('sha256').update('mia').digest('hex').slice(0, 16))
  })

  test('of one name from many networks slow that name down by seconds, but not in a browser of its operator', async () => {
    const services = live()
    await createOperator(services, MIA)
    const before = await attempt(services)
    if (!before.ok) throw new Error('not signed in')
    const own = new Headers({ cookie: before.deviceCookie.split(';')[0] ?? '' })

    const outcomes = await guessFromNetworks(services, 40)
    expect(outcomes.filter((outcome) => !outcome.ok && outcome.reason === 'wrong')).toHaveLength(20)
    let at = 0
    const waits: number[] = []
    for (let n = 0; n < 5; n += 1) {
      const refused = await attempt(services, { ...wrong, address: `192.0.${n}.9` })
      if (refused.ok || refused.reason !== 'slow-down') throw new Error('not slowed down')
      waits.push(refused.retryAfter)
      at += refused.retryAfter * 1000
      later(at)
      expect(await attempt(services, { ...wrong, address: `192.0.${n}.9` })).toMatchObject({ reason: 'wrong' })
    }
    expect(waits).toEqual([1, 2, 4, 5, 5])

    // In any network, and again after it; another name and a made-up cookie wait like all others.
    expect(await attempt(services, { address: '100.64.0.1', headers: own })).toMatchObject({ ok: true })
    expect(await attempt(services, { address: '100.65.0.1', headers: own })).toMatchObject({ ok: true })
    const other = new Headers({ cookie: `__Host-device=${'0'.repeat(64)}` })
    for (const headers of [new Headers(), other]) {
      expect(await attempt(services, { address: '100.66.0.1', headers })).toMatchObject({ reason: 'slow-down' })
    }
    later(at + 5000)
    expect(await attempt(services, { address: '100.66.0.1' })).toMatchObject({ ok: true })
  })

  test('are not slowed down while rate limits are off', async () => {
    const config = readConfig({ SITE_URL: 'https://stay.example', RATE_LIMIT: 'off' })
    const services = live({ config })
    await createOperator(services, MIA)
    await refusals(services, 8)
    expect(await attempt(services)).toMatchObject({ ok: true })
  })

  test('leave neither name nor password in the table or the log, and no address in the table', async () => {
    const lines: string[] = []
    const services = live({ log: createLog('trace', { write: (line) => void lines.push(line) }) })
    await createOperator(services, MIA)
    await refusals(services, 5, { username: MIA.password })
    await attempt(services, { username: MIA.password })
    const signedIn = await attempt(services)
    const token = signedIn.ok ? signedIn.cookie.slice(15, 58) : ''
    expect(token).toMatch(/^[\w-]{43}$/)
    const rows = await services.db.select().from(signInFailures)
    const stored = JSON.stringify([lines, rows])
    expect(lines.length).toBeGreaterThan(6)
    for (const secret of [MIA.password, 'a wrong guess', token, '$argon2id']) expect(stored).not.toContain(secret)
    expect(JSON.stringify(rows)).not.toContain('203.0.113')
  })
})

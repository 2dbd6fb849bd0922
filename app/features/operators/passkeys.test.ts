import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { readConfig } from '#app/platform/config.server.ts'
import type { Operator } from '#app/platform/http/operator-access.server.ts'
import { site } from '#app/platform/site.tables.server.ts'
import { postChange } from '#test/changes/post-change.ts'
import { describeWithDatabase, testOnBoth } from '#test/database.ts'
import { makeSite, NOON, testClock, testServices } from '#test/factories.ts'
import { queuedMail } from '#test/mails/queued-mail.ts'
import { passkeyDevice } from '#test/passkey-device.ts'
import { accountChanges } from './manage/account/account.changes.server.ts'
import type { ShownOnce } from './manage/account/account.ts'
import { getAccount } from './manage/account/account-page.server.ts'
import { createOperator, operatorAccess, signIn } from './operators.server.ts'
import { authenticators, operatorSessions, passkeyChallenges, passkeys, users } from './operators.tables.server.ts'
import { passkeyToUse } from './passkeys.server.ts'
import { signInWithForm } from './sign-in-with-form.server.ts'

const SITE = 'https://stay.example'
const PASSWORD = 'ten lit windows'
const ADDRESS = '203.0.113.7'
const MINUTE = 60_000
const WRONG = { status: 400, message: expect.stringMatching(/^This passkey didn’t work/) }

describeWithDatabase('passkeys', (database) => {
  const clock = testClock()
  const services = () => testServices(database(), { config: readConfig({ SITE_URL: SITE }), clock })
  const wait = (minutes: number) => clock.set(new Date(clock.now().getTime() + minutes * MINUTE))
  const carrying = (cookie = '') => new Headers({ cookie: cookie.split(';')[0] ?? '' })
  const operatorOf = (cookie: string) => operatorAccess(services()).findOperator(carrying(cookie))
  const withPassword = (username: string) =>
    signIn(services(), { username, password: PASSWORD, address: ADDRESS, headers: carrying() })

  async function makeOwner(username: string): Promise<Operator> {
    await makeSite(services().db)
    await createOperator(services(), { username, password: PASSWORD })
    const signedIn = await withPassword(username)
    const by = signedIn.ok ? await operatorOf(signedIn.cookie) : null
    if (!by) throw new Error(`${username} could not sign in`)
    return by
  }
  const own = (by: Operator, intent: keyof typeof accountChanges, fields: Record<string, string> = {}) =>
    postChange(accountChanges[intent] as (typeof accountChanges)['add-passkey'], { services: services(), by }, fields)

  async function begin(by: Operator) {
    const { shown } = (await own(by, 'start-passkey')) as { shown?: ShownOnce }
    if (!shown || !('passkey' in shown)) throw new Error('no passkey was asked for')
    return shown.passkey
  }
  async function addPasskey(by: Operator, device = passkeyDevice(SITE)) {
    expect(await own(by, 'add-passkey', { passkey: device.make(await begin(by)) })).toMatchObject({ ok: true })
    return device
  }
  async function asked(by: Operator | null = null) {
    const options = await passkeyToUse(services(), by?.id ?? null)
    if (!options) throw new Error('nothing was asked')
    return options
  }
  function enter(passkey: string, { address = ADDRESS, cookie = '' } = {}) {
    const form = new FormData()
    form.set('passkey', passkey)
    return signInWithForm(services(), { form, address, headers: carrying(cookie) })
  }
  const guess = (n: number) =>
    signIn(services(), { username: 'mia', password: 'a wrong guess', address: `198.51.${n}.1`, headers: carrying() })
  async function mia() {
    clock.set(NOON)
    const by = await makeOwner('mia')
    return { by, device: await addPasskey(by) }
  }

  test('let their operator in on a new browser while the name is guessed from many networks', async () => {
    const { device } = await mia()
    await Promise.all(Array.from({ length: 40 }, (_, n) => guess(n)))
    const hotel = { username: 'mia', password: PASSWORD, address: '192.0.2.200', headers: carrying() }
    expect(await signIn(services(), hotel)).toMatchObject({ ok: false, reason: 'slow-down' })
    expect(await enter(device.use(await asked()), { address: '192.0.2.200' })).toMatchObject({ ok: true })
  })

  test('are added, sign in by themselves, are listed with their last use, and are removed', async () => {
    const { by, device } = await mia()
    wait(60)
    const options = await asked()
    expect(options).toMatchObject({ rpId: 'stay.example', userVerification: 'required' })
    expect(options.allowCredentials, 'it tells nobody whose passkeys there are').toBeUndefined()
    const entered = await enter(device.use(options))
    if (!entered.ok) throw new Error('not signed in')
    const signedIn = await operatorOf(entered.cookie)
    expect(signedIn).toMatchObject({ id: by.id, name: 'mia', session: { confirmedAt: clock.now() } })
    const account = await getAccount(services(), by, 'UTC')
    expect(account?.passkeys).toEqual([
      {
        id: device.id,
        name: 'An unknown browser',
        added: expect.stringContaining('6:00 PM'),
        lastUsed: expect.stringContaining('7:00 PM'),
      },
    ])
    expect(await own(by, 'remove-passkey', { id: device.id } as never), 'signed in too long ago').toMatchObject({
      status: 403,
    })
    expect(await own(signedIn as Operator, 'remove-passkey', { id: device.id } as never)).toMatchObject({ ok: true })
    expect(await enter(device.use(await asked()))).toMatchObject(WRONG)
  })

  testOnBoth('sign in once with each answer, also not at the same time, and within five minutes', async () => {
    const { device } = await mia()
    const once = device.use(await asked())
    expect(await enter(once)).toMatchObject({ ok: true })
    expect(await enter(once), 'a second time').toMatchObject(WRONG)
    const both = device.use(await asked())
    const outcomes = await Promise.all([enter(both), enter(both)])
    expect(outcomes.map(({ ok }) => ok).sort()).toEqual([false, true])
    const late = await asked()
    wait(5)
    expect(await enter(device.use(late)), 'too late').toMatchObject(WRONG)
    await asked()
    expect(await services().db.$count(passkeyChallenges), 'those that ended are deleted').toBe(1)
  })

  test('are refused of another site, without a finger or PIN, with an older counter, and for another’s challenge', async () => {
    const { by, device } = await mia()
    const ben = await makeOwner('ben')
    const other = await addPasskey(ben)
    const lies = [
      { origin: 'https://stay.example.evil.example' },
      { rpId: 'evil.example' },
      { challenge: 'bm90aGluZyB0aGF0IHdhcyBhc2tlZA' },
      { flags: 0x01 },
      { flags: 0x04 },
    ]
    for (const lie of lies)
      expect(await enter(device.use(await asked(), lie)), JSON.stringify(lie)).toMatchObject(WRONG)
    wait(20)
    const honest = JSON.parse(device.use(await asked()))
    const { response } = JSON.parse(other.use(await asked()))
    const forged = { ...honest, response: { ...response, userHandle: honest.response.userHandle } }
    expect(await enter(JSON.stringify(forged)), 'signed by the key of another').toMatchObject(WRONG)
    wait(20)
    expect(await enter(other.use(await asked(by))), 'another account confirms').toMatchObject(WRONG)
    expect(await enter(device.use(await asked(by)))).toMatchObject({ ok: true })
    expect(await enter(device.use(await asked(), { counter: 1 })), 'a copy of the device').toMatchObject(WRONG)
    expect(await enter(device.use(await asked()))).toMatchObject({ ok: true })
  })

  test('are added only as they were asked for, by whoever asked, and once', async () => {
    const { by } = await mia()
    const ben = await makeOwner('ben')
    const add = (who: Operator, passkey: string) => own(who, 'add-passkey', { passkey })
    const refused = { ok: false, status: 400, message: 'This passkey couldn’t be added. Please try again.' }
    const lies = [{ origin: 'https://evil.example' }, { rpId: 'evil.example' }, { flags: 0x41 }, { format: 'apple' }]
    for (const lie of lies) {
      expect(await add(by, passkeyDevice(SITE).make(await begin(by), lie)), JSON.stringify(lie)).toMatchObject(refused)
    }
    expect(await add(ben, passkeyDevice(SITE).make(await begin(by))), 'asked by another').toMatchObject(refused)
    const made = passkeyDevice(SITE).make(await begin(by))
    expect(await add(by, made)).toMatchObject({ ok: true })
    expect(await add(by, made), 'a second time').toMatchObject(refused)
    const known = await begin(by)
    expect(known.excludeCredentials).toHaveLength(2)
    expect(JSON.stringify(known.user), 'nothing about the person but the name').not.toContain('stay.example')
    wait(16)
    expect(await own(by, 'start-passkey'), 'signed in too long ago').toMatchObject({ status: 403 })
  })

  test('nobody removes those of others', async () => {
    const { device } = await mia()
    const ben = await makeOwner('ben')
    expect(await own(ben, 'remove-passkey', { id: device.id } as never)).toMatchObject({ status: 404 })
    expect(await services().db.$count(passkeys)).toBe(1)
  })

  test('count as the second factor that a site requires: the password alone then signs nobody in', async () => {
    const { by, device } = await mia()
    expect(await withPassword('mia'), 'while none is required').toMatchObject({ ok: true })
    const { cookie } = (await enter(device.use(await asked()))) as { cookie: string }
    await services().db.update(site).set({ requiresSecondFactor: true })
    expect((await operatorOf(cookie))?.scopes).toContain('stays:write')
    expect(await withPassword('mia')).toMatchObject({ ok: false, reason: 'passkey-needed' })
    const form = new FormData()
    form.set('username', 'mia')
    form.set('password', 'a wrong guess')
    const guess = await signInWithForm(services(), { form, address: ADDRESS, headers: carrying() })
    expect(guess, 'a guesser reads nothing of it').toMatchObject({
      message: expect.stringMatching(/password/),
    })
    await services()
      .db.insert(authenticators)
      .values({ userId: by.id ?? '', secret: 'x', confirmedAt: clock.now() })
    expect(await withPassword('mia'), 'with an app').toMatchObject({ reason: 'code-needed' })
    await services().db.delete(authenticators)
    await own((await operatorOf(cookie)) as Operator, 'remove-passkey', { id: device.id } as never)
    expect((await operatorOf(cookie))?.scopes).toEqual(['own:write'])
    await services().db.update(site).set({ requiresSecondFactor: false })
  })

  test('of somebody who is suspended or removed sign nobody in', async () => {
    const { device } = await mia()
    await services().db.update(users).set({ suspendedAt: clock.now() })
    expect(await enter(device.use(await asked()))).toMatchObject(WRONG)
    await services().db.delete(users)
    expect(await enter(device.use(await asked()))).toMatchObject(WRONG)
    expect(await services().db.$count(passkeys)).toBe(0)
  })

  test('are guessed more and more slowly, by address, and never answered with an error', async () => {
    const { device } = await mia()
    const honest = JSON.parse(device.use(await asked()))
    const broken = [
      ...['', 'null', '[]', '{', '"x"', '{"id":"\\u0000"}', 'x'.repeat(30_000)],
      JSON.stringify({ ...honest, id: 'bm9ib2R5' }),
      JSON.stringify({ ...honest, response: { ...honest.response, clientDataJSON: 'AAAA' } }),
      JSON.stringify({ ...honest, response: { ...honest.response, authenticatorData: 'AAAA' } }),
      JSON.stringify({ ...honest, response: { ...honest.response, signature: 'AAAA' } }),
      JSON.stringify({ ...honest, response: { ...honest.response, userHandle: 'AAAA' } }),
    ]
    for (const passkey of broken) expect(await enter(passkey), passkey.slice(0, 80)).toMatchObject(WRONG)
    for (let tries = 0; tries < 4; tries += 1) await enter(JSON.stringify(honest))
    const slowed = await enter(device.use(await asked()))
    expect(slowed).toMatchObject({ status: 429, retryAfter: expect.any(Number) })
    const elsewhere = await enter(device.use(await asked()), { address: '198.51.100.9' })
    expect(elsewhere, 'nobody is locked out').toMatchObject({ ok: true })
  })

  test('from a browser that was not seen before are told by mail, like any sign-in', async () => {
    const { device } = await mia()
    await services().db.update(users).set({ email: 'mia@example.com' })
    const entered = (await enter(device.use(await asked()))) as { deviceCookie: string }
    const told = async () => (await queuedMail(database())).filter(({ template }) => template === 'new-device').length
    expect(await told()).toBe(1)
    await enter(device.use(await asked()), { cookie: entered.deviceCookie })
    expect(await told()).toBe(1)
    const sessions = await services().db.select().from(operatorSessions).where(eq(operatorSessions.address, ADDRESS))
    expect(sessions.length).toBeGreaterThanOrEqual(2)
  })
})

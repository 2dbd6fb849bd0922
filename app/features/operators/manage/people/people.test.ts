import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { generate } from 'otplib'
import { expect, test } from 'vitest'
import {
  acceptInvitation,
  askForNewPassword,
  getAccountLink,
  setNewPassword,
} from '#app/features/operators/by-link.server.ts'
import { accountChanges } from '#app/features/operators/manage/account/account.changes.server.ts'
import type { ShownOnce } from '#app/features/operators/manage/account/account.ts'
import { createOperator, operatorAccess, signIn } from '#app/features/operators/operators.server.ts'
import {
  accountLinks,
  authenticators,
  operatorSessions,
  users,
} from '#app/features/operators/operators.tables.server.ts'
import { runChange } from '#app/platform/change/change.server.ts'
import { readConfig } from '#app/platform/config.server.ts'
import { type Operator, UNNAMED } from '#app/platform/http/operator-access.server.ts'
import { site } from '#app/platform/site.tables.server.ts'
import { postChange } from '#test/changes/post-change.ts'
import { describeWithDatabase, testOnBoth } from '#test/database.ts'
import { makeProperty, makeSite, NOON, testClock, testServices } from '#test/factories.ts'
import { queuedMail } from '#test/mails/queued-mail.ts'
import { peopleChanges } from './people.changes.server.ts'
import { getPeople } from './people.server.ts'

const PASSWORD = 'ten lit windows'
const OTHER = 'eleven lit windows'
const ADDRESS = '203.0.113.7'
const MINUTE = 60_000

describeWithDatabase('people', (database) => {
  const clock = testClock()
  const config = readConfig({ SITE_URL: 'https://stay.example' })
  const services = () => testServices(database(), { config, clock })
  const wait = (minutes: number) => clock.set(new Date(clock.now().getTime() + minutes * MINUTE))
  const people = () => getPeople(services(), 'America/Denver')
  const carrying = (cookie = '') => new Headers({ cookie: cookie.split(';')[0] ?? '' })
  const operatorOf = (cookie: string) => operatorAccess(services()).findOperator(carrying(cookie))

  async function enter(username: string, password = PASSWORD, code?: string) {
    return signIn(services(), { username, password, address: ADDRESS, headers: carrying(), ...(code && { code }) })
  }
  async function signedIn(username: string, password = PASSWORD): Promise<{ cookie: string; by: Operator }> {
    const outcome = await enter(username, password)
    const by = outcome.ok ? await operatorOf(outcome.cookie) : null
    if (!outcome.ok || !by) throw new Error(`${username} could not sign in`)
    return { cookie: outcome.cookie, by }
  }
  async function makeOwner(username = 'mia') {
    clock.set(NOON)
    await makeSite(services().db)
    await createOperator(services(), { username, password: PASSWORD })
    return signedIn(username)
  }
  type Fields = Record<string, string | string[]>
  const post = (by: Operator, intent: keyof typeof peopleChanges, fields: Fields) => {
    const change = peopleChanges[intent] as (typeof peopleChanges)['role']
    return postChange(
      change,
      { services: services(), by },
      { ...(intent === 'invite' && { key: randomUUID() }), ...fields },
    )
  }
  const own = (by: Operator, intent: keyof typeof accountChanges, fields: Fields = {}) =>
    postChange(accountChanges[intent] as (typeof accountChanges)['details'], { services: services(), by }, fields)
  const idOf = async (username: string) =>
    (await services().db.select().from(users).where(eq(users.username, username)))[0]?.id ?? ''
  const linkIn = async (path: string) => {
    const html = (await queuedMail(database())).map((mail) => mail.html).join()
    return [...html.matchAll(new RegExp(`/${path}/([\\w-]{43})`, 'g'))].at(-1)?.[1] ?? ''
  }
  const sent = (fields: Record<string, string>) => {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.set(name, value)
    return { services: services(), form, address: ADDRESS }
  }
  const twice = (password: string) => ({ password, again: password })

  testOnBoth(
    'are invited by mail: the link works once, for three days, with the role and the homes of the invitation',
    async () => {
      const { by } = await makeOwner()
      const property = await makeProperty(services().db, { name: 'Cabin', slug: 'cabin' })
      expect(await post(by, 'invite', { email: 'ben@example.com', role: 'homeowner' })).toMatchObject({
        fields: { properties: 'Please choose at least one home' },
      })
      await post(by, 'invite', { email: 'ben@example.com', role: 'homeowner', properties: property })
      const token = await linkIn('invitation')
      expect(await getAccountLink(services(), token)).toEqual({ kind: 'invitation', role: 'homeowner' })
      expect((await people()).invitations).toMatchObject([{ email: 'ben@example.com', role: 'homeowner' }])
      const link = { token, headers: carrying() }
      const typed = { username: 'ben', ...twice(OTHER) }
      expect(await acceptInvitation(sent({ ...typed, username: 'mia' }), link)).toMatchObject({ status: 400 })
      expect(await acceptInvitation(sent({ ...typed, ...twice('password12') }), link)).toMatchObject({ status: 400 })
      const both = await Promise.all([acceptInvitation(sent(typed), link), acceptInvitation(sent(typed), link)])
      expect(both.map(({ ok }) => ok).sort()).toEqual([false, true])
      expect((await signedIn('ben', OTHER)).by).toMatchObject({ role: 'homeowner', properties: [property] })
      expect((await people()).invitations).toEqual([])

      await post(by, 'invite', { email: 'eve@example.com', role: 'manager' })
      const late = await linkIn('invitation')
      wait(3 * 24 * 60 + 1)
      const answer = await acceptInvitation(sent({ username: 'eve', ...twice(OTHER) }), {
        token: late,
        headers: carrying(),
      })
      expect(answer).toMatchObject({ ok: false, status: 410 })
    },
  )

  testOnBoth('are invited once by two presses: one email, whose link works', async () => {
    const { by } = await makeOwner()
    const invitation = { email: 'ben@example.com', role: 'manager', key: randomUUID() }
    const outcomes = await Promise.all([post(by, 'invite', invitation), post(by, 'invite', invitation)])
    outcomes.push(await post(by, 'invite', invitation))
    expect(outcomes).toMatchObject([{ ok: true }, { ok: true }, { ok: true }])
    expect(await queuedMail(database())).toHaveLength(1)
    expect(await getAccountLink(services(), await linkIn('invitation'))).toMatchObject({ role: 'manager' })
    expect((await people()).invitations).toHaveLength(1)
  })

  test('who are suspended or removed are out at once; another role counts at the next request', async () => {
    const { by } = await makeOwner()
    await createOperator(services(), { username: 'ben', password: PASSWORD })
    const ben = await signedIn('ben')
    const id = await idOf('ben')
    expect(await post(by, 'role', { id, role: 'bookkeeper' })).toMatchObject({ ok: true })
    expect(await operatorOf(ben.cookie)).toMatchObject({ role: 'bookkeeper' })
    expect(await post(by, 'suspend', { id })).toMatchObject({ ok: true })
    expect([await operatorOf(ben.cookie), (await enter('ben')).ok]).toEqual([null, false])
    await post(by, 'resume', { id })
    expect(await operatorOf(ben.cookie), 'the earlier session').toBeNull()
    const again = await signedIn('ben')
    await post(by, 'remove', { id })
    expect([await operatorOf(again.cookie), (await enter('ben')).ok]).toEqual([null, false])
  })

  testOnBoth('always have an owner who can sign in, also when two owners remove each other at once', async () => {
    const mia = await makeOwner()
    const own = { id: mia.by.id ?? '' }
    for (const intent of ['suspend', 'remove'] as const) {
      expect(await post(mia.by, intent, own)).toMatchObject({ status: 409 })
    }
    expect(await post(mia.by, 'role', { ...own, role: 'manager' })).toMatchObject({ status: 409 })
    await createOperator(services(), { username: 'ben', password: PASSWORD })
    const ben = await signedIn('ben')
    await Promise.all([
      post(mia.by, 'remove', { id: ben.by.id ?? '' }),
      post(ben.by, 'remove', { id: mia.by.id ?? '' }),
    ])
    expect(await services().db.$count(users)).toBe(1)
  })

  test('get a new password by mail, with the same answer for everyone; every session ends', async () => {
    const { cookie } = await makeOwner()
    await services().db.update(users).set({ email: 'Mia@example.com' })
    for (const name of ['nobody', 'nobody@example.com', "x' or 1=1"]) {
      expect(await askForNewPassword(sent({ name }))).toEqual({ ok: true })
    }
    expect(await services().db.$count(accountLinks)).toBe(0)
    expect(await askForNewPassword(sent({ name: 'mia@EXAMPLE.com' }))).toEqual({ ok: true })
    const stolen = await linkIn('new-password')
    wait(31)
    const link = { token: stolen, headers: carrying() }
    expect(await setNewPassword(sent(twice(OTHER)), link), 'after 30 minutes').toMatchObject({ status: 410 })
    await askForNewPassword(sent({ name: 'mia' }))
    const fresh = { token: await linkIn('new-password'), headers: carrying() }
    expect(await setNewPassword(sent(twice(OTHER)), fresh)).toMatchObject({ ok: true })
    expect(await setNewPassword(sent(twice(PASSWORD)), fresh), 'a second time').toMatchObject({ status: 410 })
    expect(await operatorOf(cookie)).toBeNull()
    expect([(await enter('mia')).ok, (await enter('mia', OTHER)).ok]).toEqual([false, true])
    await services().db.update(users).set({ suspendedAt: clock.now() })
    await services().db.delete(accountLinks)
    await askForNewPassword(sent({ name: 'mia' }))
    expect(await services().db.$count(accountLinks), 'suspended').toBe(0)
  })

  test('change their own password and address with the old password; guesses of it are slowed down', async () => {
    const { cookie, by } = await makeOwner()
    const elsewhere = await signedIn('mia')
    expect(await own(by, 'password', { current: OTHER, ...twice(OTHER) })).toMatchObject({
      fields: { current: 'This isn’t your password' },
    })
    expect(await own(by, 'password', { current: PASSWORD, ...twice(OTHER) })).toMatchObject({ ok: true })
    expect([await operatorOf(cookie), await operatorOf(elsewhere.cookie)]).toEqual([by, null])
    expect(await own(by, 'details', { username: 'mia', email: 'nonsense', current: OTHER })).toMatchObject({
      status: 400,
    })
    expect(await own(by, 'details', { username: 'mia', email: 'mia@example.com', current: OTHER })).toMatchObject({
      ok: true,
    })
    const guess = () => own(by, 'details', { username: 'mia', email: '', current: 'a wrong guess' })
    for (let tries = 0; tries < 6; tries += 1) await guess()
    expect(await guess()).toMatchObject({ status: 429 })
    const answer = await runChange(
      accountChanges.password,
      sentBy(by, { current: 'a wrong guess', ...twice(PASSWORD) }),
    )
    expect(JSON.stringify(answer), 'what was typed never comes back').not.toMatch(/a wrong guess|ten lit windows/)
  })
  const sentBy = (by: Operator, fields: Record<string, string>) => ({ ...sent(fields), by })

  async function addApp(by: Operator): Promise<{ secret: string; codes: string[] }> {
    const started = (await own(by, 'start-app')) as { shown?: ShownOnce }
    const secret = started.shown && 'app' in started.shown ? started.shown.app.secret : ''
    const added = (await own(by, 'confirm-app', { code: await codeOf(secret) })) as { shown?: ShownOnce }
    return { secret, codes: added.shown && 'codes' in added.shown ? added.shown.codes : [] }
  }
  const codeOf = (secret: string) => generate({ secret, epoch: clock.now().getTime() / 1000 })

  testOnBoth(
    'have a second factor: each code works once, a recovery code too, and guesses are slowed down',
    async () => {
      const { by } = await makeOwner()
      const { secret, codes } = await addApp(by)
      expect(codes).toHaveLength(10)
      // 24 of 31 symbols each: 118 bits.
      for (const one of codes) expect(one).toMatch(/^(?:[a-hjkmnp-z2-9]{4}-){5}[a-hjkmnp-z2-9]{4}$/)
      expect(new Set(codes.join('')).size).toBeGreaterThan(25)
      expect(JSON.stringify(await services().db.select().from(authenticators))).not.toContain(codes[0])
      expect(await enter('mia')).toMatchObject({ ok: false, reason: 'code-needed' })
      expect(await enter('mia', PASSWORD, await codeOf(secret)), 'used to add the app').toMatchObject({
        reason: 'wrong-code',
      })
      wait(1)
      const code = await codeOf(secret)
      const both = await Promise.all([enter('mia', PASSWORD, code), enter('mia', PASSWORD, code)])
      expect(both.map(({ ok }) => ok).sort(), 'the same code twice').toEqual([false, true])
      expect(await enter('mia', PASSWORD, codes[0]?.toUpperCase())).toMatchObject({ ok: true })
      expect(await enter('mia', PASSWORD, codes[0])).toMatchObject({ reason: 'wrong-code' })
      expect(await enter('mia', 'a wrong guess', codes[1]), 'with a wrong password').toMatchObject({ reason: 'wrong' })
      wait(20)
      const guesses = []
      for (let tries = 0; tries < 9; tries += 1) guesses.push(await enter('mia', PASSWORD, '000000'))
      expect(guesses.at(-1)).toMatchObject({ reason: 'slow-down' })
      wait(20)
      expect(await enter('mia', PASSWORD, await codeOf(secret)), 'nobody is locked out').toMatchObject({ ok: true })
    },
  )

  test('may be required to have one: until then only their own account is open', async () => {
    const mia = await makeOwner()
    await createOperator(services(), { username: 'ben', password: PASSWORD })
    const ben = await signedIn('ben')
    await services().db.update(users).set({ role: 'front-desk' }).where(eq(users.username, 'ben'))
    await post(mia.by, 'second-factor', { required: 'yes' } as never)
    const limited = await operatorOf(ben.cookie)
    expect(limited?.scopes).toEqual(['own:write'])
    await addApp(limited ?? UNNAMED)
    expect((await operatorOf(ben.cookie))?.scopes).toContain('stays:write')
    await services().db.update(site).set({ requiresSecondFactor: false })
  })

  test('see where they are signed in, and end sessions; nobody ends those of others', async () => {
    const { by } = await makeOwner()
    const elsewhere = await signedIn('mia')
    await createOperator(services(), { username: 'ben', password: PASSWORD })
    const ben = await signedIn('ben')
    expect(await own(by, 'end-session', { id: ben.by.session?.id ?? '' })).toMatchObject({ status: 404 })
    expect(await operatorOf(ben.cookie)).not.toBeNull()
    await own(by, 'end-session', { id: elsewhere.by.session?.id ?? '' })
    expect(await operatorOf(elsewhere.cookie)).toBeNull()
    await signedIn('mia')
    await own(by, 'end-session', { id: 'others' })
    const left = await services()
      .db.select()
      .from(operatorSessions)
      .where(eq(operatorSessions.userId, by.id ?? ''))
    expect(left.map(({ id }) => id)).toEqual([by.session?.id])
  })
})

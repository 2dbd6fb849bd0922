import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { site as siteTable } from '#app/platform/site.tables.server.ts'
import { demoGiveaway } from '#content/giveaway.ts'
import { site } from '#content/site.ts'
import { describeWithDatabase, testOnBoth } from '#test/database.ts'
import { NOON, testClock, testServices } from '#test/factories.ts'
import { queuedMail } from '#test/mails/queued-mail.ts'
import { CHANNELS } from './channels.ts'
import { giveawayApi } from './giveaway.api.server.ts'
import { giveawayEntries, giveawayShares, giveaways } from './giveaway.tables.server.ts'

const ADA = {
  fullName: 'Ada Guest',
  email: 'ada@example.com',
  phone: '(970) 555-0123',
  state: 'CO',
  zipCode: '80487',
  agreeToUpdates: false,
}

describeWithDatabase('the giveaway API', (database) => {
  beforeEach(async () => {
    await database().db.insert(siteTable).values(site)
  })
  const makeGiveaway = async (change: Partial<typeof giveaways.$inferInsert> = {}) => {
    const [row] = await database()
      .db.insert(giveaways)
      .values({ ...demoGiveaway(NOON), ...change })
      .returning()
    return row?.id ?? ''
  }
  const call = async (method: string, path: string, body?: unknown, options: { now?: Date; key?: string } = {}) => {
    const api = giveawayApi(testServices(database(), { clock: testClock(options.now) }))
    const response = await api.request(path, {
      method,
      body: body === undefined || typeof body === 'string' ? body : JSON.stringify(body),
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(options.key && { 'idempotency-key': options.key }),
      },
    })
    return { status: response.status, body: await response.json() }
  }
  const enter = (change: Record<string, unknown> = {}, options = {}) =>
    call('POST', '/api/entries', { ...ADA, ...change }, options)
  const share = (channel: string, email = ADA.email) => call('POST', '/api/share', { email, channel })
  const standing = async (email = ADA.email) => (await call('GET', `/api/entries/${encodeURIComponent(email)}`)).body
  const entries = () => database().db.select().from(giveawayEntries)

  test('an entry is stored with the version of the rules, and counts once', async () => {
    const giveawayId = await makeGiveaway()
    expect(await enter({ email: ' ADA@example.com ' })).toEqual({
      status: 200,
      body: { success: true, totalEntries: 1 },
    })
    expect(await entries()).toMatchObject([
      { ...ADA, giveawayId, totalEntries: 1, rulesVersion: '1', createdAt: NOON, updatedAt: NOON },
    ])
    expect(await standing()).toEqual({ success: true, totalEntries: 1, usedChannels: [] })
  })

  test('entering again changes nothing and returns the current count', async () => {
    await makeGiveaway()
    await enter()
    await share('x')
    expect(await enter({ email: 'Ada@Example.com', fullName: 'Somebody Else', agreeToUpdates: true })).toEqual({
      status: 200,
      body: { success: true, totalEntries: 3 },
    })
    expect(await entries()).toMatchObject([{ ...ADA, totalEntries: 3 }])
  })

  testOnBoth('a new entry sends one email, with the number that identifies its line in the list', async () => {
    await makeGiveaway()
    await Promise.all([enter(), enter(), enter({ email: 'ADA@example.com' })])
    await enter({ state: 'PR', email: 'bo@example.com' })
    const [mail, ...more] = await queuedMail(database())
    const [entry] = await entries()
    expect(more).toEqual([])
    expect(mail).toMatchObject({ to: ADA.email, template: 'giveaway-entry', subject: 'You’re in: Win a free stay' })
    expect(mail?.text).toContain(entry?.id)
    expect(mail?.text).toContain('/staycation/rules')
    expect(JSON.stringify(mail?.payload)).not.toContain(entry?.id)
    expect(mail?.html).not.toContain('Ada Guest')
  })

  const presses = process.env.TEST_ALL ? 100 : 20
  testOnBoth(`${presses} simultaneous requests create one entry`, async () => {
    await makeGiveaway()
    const answers = await Promise.all(Array.from({ length: presses }, () => enter({}, { key: 'one-form' })))
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.totalEntries}`))).toEqual(new Set(['200 1']))
    expect(await entries()).toHaveLength(1)
  })

  test('an idempotency key belongs to the content of its form', async () => {
    await makeGiveaway()
    await enter({}, { key: 'one-form' })
    const answer = await enter({ email: 'bo@example.com' }, { key: 'one-form' })
    expect(answer).toMatchObject({ status: 422, body: { code: 'key-reused', success: false } })
    expect(await entries()).toHaveLength(1)
  })

  test('each channel earns two entries once, four at most', async () => {
    await makeGiveaway()
    await enter()
    expect(await share('facebook')).toEqual({
      status: 200,
      body: {
        success: true,
        totalEntries: 3,
        message: 'You earned 2 bonus entries. You now have 3 entries.',
        alreadyShared: false,
        maxBonusReached: false,
      },
    })
    expect((await share('facebook', ' ADA@EXAMPLE.COM')).body).toEqual({
      success: false,
      totalEntries: 3,
      message: 'You’ve already shared on Facebook. Each way counts once.',
      alreadyShared: true,
      maxBonusReached: false,
    })
    expect((await share('email')).body).toMatchObject({ success: true, totalEntries: 5 })
    expect((await share('copy_link')).body).toEqual({
      success: false,
      totalEntries: 5,
      message: 'Thanks for sharing. You already have all 4 bonus entries.',
      alreadyShared: false,
      maxBonusReached: true,
    })
    const used = await standing()
    expect({ ...used, usedChannels: used.usedChannels.toSorted() }).toEqual({
      success: true,
      totalEntries: 5,
      usedChannels: ['copy_link', 'email', 'facebook'],
    })
  })

  test('a standing belongs to one address in one giveaway', async () => {
    await makeGiveaway({ opensAt: new Date('2026-01-01T00:00:00Z'), closesAt: new Date('2026-02-01T00:00:00Z') })
    await makeGiveaway()
    const lastYear = { now: new Date('2026-01-15T00:00:00Z') }
    await enter({}, lastYear)
    await call('POST', '/api/share', { email: ADA.email, channel: 'email' }, lastYear)
    await enter()
    await enter({ email: 'bo@example.com' })
    await share('facebook')
    await share('x', 'bo@example.com')
    expect(await standing()).toEqual({ success: true, totalEntries: 3, usedChannels: ['facebook'] })
    expect(await standing('bo@example.com')).toEqual({ success: true, totalEntries: 3, usedChannels: ['x'] })
  })

  testOnBoth(`${presses} simultaneous identical shares count once`, async () => {
    await makeGiveaway()
    await enter()
    const answers = await Promise.all(Array.from({ length: presses }, () => share('x')))
    expect(answers.filter(({ body }) => body.success)).toHaveLength(1)
    expect(answers.filter(({ body }) => body.alreadyShared)).toHaveLength(presses - 1)
    expect(await entries()).toMatchObject([{ totalEntries: 3 }])
    expect(await database().db.select().from(giveawayShares)).toHaveLength(1)
  })

  testOnBoth('four different simultaneous shares earn the maximum and no more', async () => {
    await makeGiveaway()
    await enter()
    const answers = await Promise.all(CHANNELS.map((channel) => share(channel)))
    expect(answers.filter(({ body }) => body.success)).toHaveLength(2)
    expect(answers.filter(({ body }) => body.maxBonusReached)).toHaveLength(2)
    expect(await entries()).toMatchObject([{ totalEntries: 5 }])
  })

  test('the database applies the bonus rule to rows inserted without our API', async () => {
    const giveawayId = await makeGiveaway({ bonusPerChannel: 3, channels: ['x', 'email'] })
    await enter()
    await database()
      .db.insert(giveawayShares)
      .values(CHANNELS.map((channel) => ({ giveawayId, email: ADA.email, channel })))
    expect(await entries()).toMatchObject([{ totalEntries: 5 }])
  })

  test('a giveaway may leave out a channel', async () => {
    await makeGiveaway({ channels: ['x', 'copy_link'] })
    await enter()
    expect(await share('facebook')).toMatchObject({ status: 400, body: { code: 'unknown-channel' } })
    expect((await standing()).totalEntries).toBe(1)
  })

  test('an address without an entry cannot share, and is asked to enter first', async () => {
    await makeGiveaway()
    const nothing = { success: false, totalEntries: 0, alreadyShared: false, maxBonusReached: false }
    const message = 'Please submit your entry first before sharing.'
    const started = performance.now()
    expect(await share('x')).toEqual({ status: 200, body: { ...nothing, message } })
    expect(performance.now() - started, 'after the same time as an entrant').toBeGreaterThan(58)
    expect(await share('tiktok')).toMatchObject({ status: 400, body: { fields: { channel: expect.any(String) } } })
    expect(await database().db.select().from(giveawayShares)).toEqual([])
  })

  test('the response for an address without an entry has the same shape and takes as long', async () => {
    await makeGiveaway()
    await enter()
    const timed = async (email: string) => {
      const started = performance.now()
      return { body: await standing(email), took: performance.now() - started }
    }
    const known = await timed(ADA.email)
    for (const email of ['bo@example.com', 'nobody', 'x'.repeat(500), "'; drop table campaigns; --"]) {
      const unknown = await timed(email)
      expect(unknown.body).toEqual({ success: false, totalEntries: 0, usedChannels: [] })
      expect(unknown.took).toBeGreaterThan(58)
    }
    expect(known.took).toBeGreaterThan(58)
    expect(Object.keys(known.body).sort()).toEqual(['success', 'totalEntries', 'usedChannels'])
  })

  test('before it opens and after it closes the giveaway accepts nothing, and says when', async () => {
    const giveaway = demoGiveaway(NOON)
    await makeGiveaway()
    const before = new Date(giveaway.opensAt.getTime() - 1)
    const early = await enter({}, { now: before })
    expect(early).toMatchObject({ status: 409, body: { code: 'not-open', success: false, totalEntries: 0 } })
    expect(early.body.message).toBe(
      'The giveaway opens on Tuesday, May 18, 2027 at 10:00 AM MDT. Please come back then.',
    )
    expect(early.body.error).toBe(early.body.message)
    await enter({}, { now: giveaway.opensAt })
    for (const path of ['/api/entries', '/api/share']) {
      const late = await call('POST', path, { ...ADA, channel: 'x' }, { now: giveaway.closesAt })
      expect(late).toMatchObject({ status: 409, body: { code: 'closed' } })
      expect(late.body.message).toMatch(/^The giveaway closed on Monday, August 16, 2027 at 12:00 PM MDT/)
    }
    expect(await entries()).toMatchObject([{ totalEntries: 1 }])
  })

  test('a site without a giveaway accepts no entries', async () => {
    expect(await enter()).toMatchObject({ status: 409, body: { code: 'no-giveaway' } })
    expect(await share('x')).toMatchObject({ status: 409, body: { code: 'no-giveaway' } })
    expect(await standing()).toEqual({ success: false, totalEntries: 0, usedChannels: [] })
  })

  test('residents of an excluded state get the error at the state field', async () => {
    await makeGiveaway({ excludedStates: ['NY', 'RI'] })
    expect(await enter({ state: 'NY' })).toMatchObject({
      status: 400,
      body: {
        code: 'excluded-state',
        success: false,
        fields: { state: 'This giveaway isn’t open to residents of New York.' },
      },
    })
    expect(await enter()).toMatchObject({ status: 200 })
  })

  test('next year’s giveaway accepts the same family again', async () => {
    await makeGiveaway()
    await enter()
    const next = new Date('2028-06-01T18:00:00Z')
    await makeGiveaway({ opensAt: new Date('2028-05-01T00:00:00Z'), closesAt: new Date('2028-09-01T00:00:00Z') })
    expect(await enter({}, { now: next })).toMatchObject({ status: 200, body: { totalEntries: 1 } })
    expect(await entries()).toHaveLength(2)
  })

  test('invalid input gets an error per field, in the shape of every response, and stores nothing', async () => {
    await makeGiveaway()
    const everything = { fullName: 'A', email: 'x', phone: '1', state: 'PR', zipCode: '8048', agreeToUpdates: 'yes' }
    const { status, body } = await call('POST', '/api/entries', everything)
    expect({ status, code: body.code, success: body.success, total: body.totalEntries }).toEqual({
      status: 400,
      code: 'invalid-input',
      success: false,
      total: 0,
    })
    expect(Object.keys(body.fields).sort()).toEqual(Object.keys(everything).sort())
    for (const [field, value] of Object.entries(everything)) {
      const one = await enter({ [field]: value })
      expect([one.status, Object.keys(one.body.fields)]).toEqual([400, [field]])
    }
    expect(await call('POST', '/api/entries', '{"email":')).toMatchObject({ status: 400, body: { code: 'not-json' } })
    expect(await call('POST', '/api/share', '[')).toMatchObject({ status: 400, body: { code: 'not-json' } })
    for (const body of [null, [], 'text', 5]) {
      expect(await call('POST', '/api/entries', JSON.stringify(body))).toMatchObject({ status: 400 })
    }
    expect(await entries()).toEqual([])
  })

  test('once the list is frozen the database itself rejects entries and shares', async () => {
    const giveawayId = await makeGiveaway()
    await enter()
    await database().db.execute(
      `insert into giveaway_draws (campaign_id, list_digest, lines, tickets, seed_source, frozen_at)
         values ('${giveawayId}', repeat('d', 64), 1, 1, 'Dice', now())`,
    )
    expect(await enter({ email: 'bo@example.com' })).toMatchObject({ status: 409, body: { code: 'closed' } })
    expect(await share('x')).toMatchObject({ status: 409, body: { code: 'closed' } })
    const change = database().db.update(giveawayEntries).set({ totalEntries: 9 })
    await expect(change).rejects.toMatchObject({ cause: { message: 'the entries of this giveaway are frozen' } })
    await database().db.delete(giveawayEntries).where(eq(giveawayEntries.email, ADA.email))
    expect(await entries()).toEqual([])
  })
})

import { eq, isNull } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { getToday } from '#app/features/back-office/today.server.ts'
import { codeChanges } from '#app/features/pricing/manage/codes/code.changes.server.ts'
import { promoCodes } from '#app/features/pricing/pricing.tables.server.ts'
import { erasePerson } from '#app/features/privacy/erase-person.server.ts'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import { audit } from '#app/platform/change/change.tables.server.ts'
import { UNNAMED } from '#app/platform/http/operator-access.server.ts'
import { emailLogs } from '#app/platform/mail/mail.tables.server.ts'
import { site as siteTable } from '#app/platform/site.tables.server.ts'
import { demoGiveaway } from '#content/giveaway.ts'
import { site } from '#content/site.ts'
import { postChange } from '#test/changes/post-change.ts'
import { undoLast } from '#test/changes/undo-last.ts'
import { describeWithDatabase, testOnBoth } from '#test/database.ts'
import { makeBooking, makePricedProperty, NOON, testClock, testServices } from '#test/factories.ts'
import { getDraw } from '../draws.server.ts'
import { giveawayDraws, giveawayEntries, giveawayRounds, giveaways } from '../giveaway.tables.server.ts'
import { answerForm, findLastWinner, getWinnerPage } from '../winner.server.ts'
import { drawChanges } from './draw.changes.server.ts'
import { getGiveawaysPage } from './giveaways-page.server.ts'
import { winnerChanges } from './winner.changes.server.ts'

const CLOSED = demoGiveaway(NOON).closesAt
const DAY_MS = 86_400_000
const changes = { ...drawChanges, ...winnerChanges }

describeWithDatabase('the winner of a giveaway', (database) => {
  const services = (days = 0) =>
    testServices(database(), { clock: testClock(new Date(CLOSED.getTime() + days * DAY_MS)) })
  const post = (intent: keyof typeof changes, fields: Record<string, string>, days = 0) =>
    postChange(
      changes[intent] as typeof changes.freeze,
      { services: services(days), by: { ...UNNAMED, name: 'mia' } },
      { intent, ...fields },
    )
  const mails = async () => {
    const { rows } = await database().pool.query<{ data: { to: string; template: string; html: string } }>(
      `select data from pgboss.job where name = 'mail' order by created_on`,
    )
    return rows.map(({ data }) => data)
  }
  const token = async () => (await database().db.select().from(giveawayRounds)).at(-1)?.token ?? ''
  const answer = async (to: string, days = 1, isNamed?: 'yes') =>
    answerForm(await token()).run(services(days), { answer: to as 'accepted', isNamed }, {})
  const waiting = async (days: number) =>
    (await getToday(services(days))).tasks.flatMap(({ title, detail }) => (title.includes('closed') ? [detail] : []))
  const last = async (days = 0) => (await getGiveawaysPage(services(days))).giveaways[0]?.draw?.last

  /** A giveaway whose winner is drawn. */
  async function draw(change: Partial<typeof giveaways.$inferInsert> = {}) {
    const { db } = database()
    await db.insert(siteTable).values(site)
    const [row] = await db
      .insert(giveaways)
      .values({ ...demoGiveaway(NOON), seedKind: 'text', seedSource: 'Dice', ...change })
      .returning()
    const id = row?.id ?? ''
    const person = { phone: '970 555 0123', state: 'CO', zipCode: '80487', rulesVersion: '1', giveawayId: id }
    for (const name of ['Ada', 'Bo'])
      await db
        .insert(giveawayEntries)
        .values({ ...person, fullName: `${name} Guest`, email: `${name.toLowerCase()}@example.com` })
    await post('freeze', { id })
    await post('seed', { id, seed: '5', confirmed: 'yes' })
    return id
  }

  testOnBoth('is written to once, by however many processes, and has the days that the rules name', async () => {
    const id = await draw()
    expect(await waiting(0)).toEqual([expect.stringContaining('Write to the winner')])
    await Promise.all([1, 2, 3].map(() => post('write', { id, round: '1', days: '30' })))
    expect(await post('write', { id, round: '1' })).toMatchObject({ ok: true })
    const sent = await mails()
    expect(sent.map(({ template }) => template)).toEqual(['giveaway-winner'])
    expect(sent[0]?.html).toContain(`/staycation/won/${await token()}`)
    const [round] = await database().db.select().from(giveawayRounds)
    expect(round?.answerBy).toEqual(new Date(CLOSED.getTime() + 7 * DAY_MS))
    expect(await last()).toMatchObject({ step: 'wait' })
    expect(await waiting(1)).toEqual([])
    const recorded = JSON.stringify(await database().db.select().from(audit))
    expect(recorded).not.toMatch(/Guest|@example\.com/)
    expect(recorded).not.toContain(await token())
  })

  test('has the days that the operator names, where the rules name none', async () => {
    const id = await draw({ answerDays: null })
    expect(await post('write', { id, round: '1' })).toMatchObject({ fields: { days: expect.any(String) } })
    expect(await post('write', { id, round: '1', days: '3' })).toMatchObject({ ok: true })
    expect((await getWinnerPage(services(2.9), await token()))?.state).toBe('open')
    expect((await getWinnerPage(services(3), await token()))?.state).toBe('over')
  })

  testOnBoth('accepts, may be named, and gets one code for one stay', async () => {
    const id = await draw()
    const propertyId = await makePricedProperty(database().db)
    const [property] = await database().db.select().from(properties).where(eq(properties.id, propertyId))
    const code = { id, round: '1', property: property?.slug ?? '', nights: '7', bookUntil: '2028-08-01' }
    await post('write', { id, round: '1' })
    expect(await post('make-code', code)).toMatchObject({ message: expect.stringContaining('hasn’t accepted') })
    expect(await answer('accepted')).toMatchObject({ ok: true, isRepeat: false })
    expect(await findLastWinner(database())).toBeNull()
    expect(await answer('declined')).toMatchObject({ ok: false, status: 409 })
    await answer('accepted', 9, 'yes')
    expect(await findLastWinner(database())).toEqual({
      name: expect.stringMatching(/^(?:Ada|Bo) from Colorado$/),
      month: 'August 2027',
    })
    expect(await waiting(1)).toEqual([expect.stringContaining('Make the code')])
    expect(await post('make-code', { ...code, bookUntil: '2027-08-01' })).toMatchObject({
      fields: { bookUntil: expect.any(String) },
    })
    await Promise.all([1, 2].map(() => post('make-code', code, 1)))
    const codes = await database().db.select().from(promoCodes)
    expect(codes).toMatchObject([{ coversAll: true, useLimit: 1, maximumNights: 7, propertyId }])
    expect((await mails()).map(({ template }) => template)).toEqual(['giveaway-winner', 'giveaway-code'])
    expect(await getWinnerPage(services(2), await token())).toMatchObject({ code: { code: codes[0]?.code, nights: 7 } })
    expect(await last(2)).toMatchObject({ step: 'done' })
    expect(await waiting(2)).toEqual([])
    expect(await post('again', { id, round: '1', reason: 'declined' }, 2)).toMatchObject({
      message: expect.stringContaining('prize code'),
    })
  })

  test('gets another code if the first was for the wrong home and ended, and keeps one that is booked', async () => {
    const id = await draw()
    const { db } = database()
    const property = await makePricedProperty(db, { slug: 'cabin' })
    await makePricedProperty(db, { slug: 'lodge', name: 'Lodge' })
    await post('write', { id, round: '1' })
    await answer('accepted')
    const code = { id, round: '1', property: 'cabin', nights: '7', bookUntil: '2028-08-01' }
    await post('make-code', code, 1)
    await db.update(promoCodes).set({ endedAt: NOON })
    expect(await last(2)).toMatchObject({ step: 'make-code', code: null })
    expect(await waiting(2)).toEqual([expect.stringContaining('Make the code')])
    expect((await getWinnerPage(services(2), await token()))?.code).toBeNull()
    await post('make-code', { ...code, property: 'lodge' }, 2)
    expect(await db.$count(promoCodes)).toBe(2)
    const page = await getWinnerPage(services(2), await token())
    expect(page).toMatchObject({ code: { property: 'Lodge' } })
    expect((await mails()).filter(({ template }) => template === 'giveaway-code')).toHaveLength(2)
    const nights = { from: '2027-09-01', to: '2027-09-05' }
    await makeBooking(db, property, nights, { status: 'confirmed', promoCode: page?.code?.code ?? null })
    await db.update(promoCodes).set({ endedAt: NOON })
    expect(await last(3)).toMatchObject({ step: 'done' })
    expect(await waiting(3)).toEqual([])
    await post('make-code', code, 3)
    expect(await db.$count(promoCodes)).toBe(2)
  })

  test('whose email came back is written to again at a corrected address, with all of the days', async () => {
    const id = await draw()
    const { db } = database()
    await post('write', { id, round: '1' })
    const [sent] = await mails()
    const typed = { id, round: '1', email: 'Right@example.com', reason: 'Told on the phone' }
    expect(await post('resend', typed, 2)).toMatchObject({ message: expect.stringContaining('has come back') })
    const bounce = (to: string, template: string) =>
      db.insert(emailLogs).values({ to, template, subject: '', payload: {}, status: 'refused', error: 'No such user' })
    await bounce(sent?.to ?? '', 'giveaway-winner')
    expect(await last(2)).toMatchObject({ bounced: 'No such user' })
    const other = sent?.to === 'ada@example.com' ? 'bo@example.com' : 'ada@example.com'
    expect(await post('resend', { ...typed, email: other }, 2)).toMatchObject({
      fields: { email: expect.stringContaining('an entry of its own') },
    })
    for (const _ of [1, 2]) await post('resend', typed, 2)
    expect((await mails()).map(({ to, template }) => [to, template])).toEqual([
      [sent?.to, 'giveaway-winner'],
      ['right@example.com', 'giveaway-winner'],
    ])
    expect(await last(2)).toMatchObject({ step: 'wait', bounced: null })
    expect((await getWinnerPage(services(8.9), await token()))?.state).toBe('open')
    const [recorded] = await db.select().from(audit).where(eq(audit.action, 'giveaway.winner-written-again'))
    expect(recorded?.reason).toBe('Told on the phone')
    expect(JSON.stringify(recorded)).not.toContain('@example.com')
    await answer('accepted', 3)
    await makePricedProperty(db, { slug: 'cabin' })
    await post('make-code', { id, round: '1', property: 'cabin', nights: '7', bookUntil: '2028-08-01' }, 3)
    await bounce('right@example.com', 'giveaway-code')
    await post('resend', { ...typed, email: 'third@example.com' }, 4)
    expect((await mails()).at(-1)).toMatchObject({ to: 'third@example.com', template: 'giveaway-code' })
    expect(await last(4)).toMatchObject({ step: 'done' })
    expect(await db.select().from(giveawayRounds)).toMatchObject([{ email: 'third@example.com' }])
    const erased = await erasePerson(services(5), 'third@example.com')
    expect(erased).toMatchObject({ ok: true, erased: { 'giveaway entries': 1 } })
    expect(await db.select().from(giveawayRounds)).toMatchObject([{ email: null, entryId: null }])
  })

  test('who declines is replaced by another, and everybody reads why', async () => {
    const id = await draw()
    await post('write', { id, round: '1' })
    await answer('declined')
    expect(await waiting(1)).toEqual([expect.stringContaining('declined')])
    expect(await post('again', { id, round: '1', reason: 'no-answer' }, 9)).toMatchObject({
      fields: { reason: expect.stringContaining('has answered') },
    })
    await post('again', { id, round: '1', reason: 'declined' }, 1)
    expect(await last(1)).toMatchObject({ step: 'write' })
    const [drawn] = await database().db.select().from(giveawayDraws)
    const shown = await getDraw(database(), drawn?.id ?? '')
    expect(shown?.rounds.map(({ replacedReason }) => replacedReason)).toEqual(['declined', null])
    const [recorded] = await database().db.select().from(audit).where(eq(audit.action, 'giveaway.drawn-again'))
    expect(recorded?.reason).toBe('The winner declined')
    expect(await answer('accepted')).toMatchObject({ ok: false, status: 409 })
  })

  test('who does not answer in time cannot anymore, and only then is replaced for it', async () => {
    const id = await draw()
    const again = (days: number) => post('again', { id, round: '1', reason: 'no-answer' }, days)
    expect(await again(9)).toMatchObject({ fields: { reason: expect.stringContaining('haven’t written') } })
    await post('write', { id, round: '1' })
    expect(await again(6.9)).toMatchObject({ fields: { reason: expect.stringContaining('still has time') } })
    expect(await waiting(7)).toEqual([expect.stringContaining('didn’t answer')])
    expect(await answer('accepted', 7)).toMatchObject({ ok: false, status: 409 })
    expect(await again(7)).toMatchObject({ ok: true })
    expect(await last(7)).toMatchObject({ step: 'write' })
    expect(await post('write', { id, round: '1' }, 7)).toMatchObject({
      message: expect.stringContaining('Another winner was drawn'),
    })
  })

  test('who was erased has no page, and is replaced for that', async () => {
    const id = await draw()
    await post('write', { id, round: '1' })
    expect(await post('again', { id, round: '1', reason: 'erased' })).toMatchObject({
      fields: { reason: expect.stringContaining('still stored') },
    })
    const [round] = await database().db.select().from(giveawayRounds)
    await database()
      .db.delete(giveawayEntries)
      .where(eq(giveawayEntries.id, round?.entryId ?? ''))
    expect(await getWinnerPage(services(), await token())).toBeNull()
    expect(await answer('accepted')).toMatchObject({ ok: false, status: 404 })
    expect(await last()).toMatchObject({ step: 'draw-again' })
    expect(await post('again', { id, round: '1', reason: 'erased' })).toMatchObject({ ok: true })
  })

  test('Undo does not open the code of a winner who has another one', async () => {
    const id = await draw()
    const { db } = database()
    await makePricedProperty(db, { slug: 'cabin' })
    await makePricedProperty(db, { slug: 'lodge', name: 'Lodge' })
    await post('write', { id, round: '1' })
    await answer('accepted')
    const code = { id, round: '1', property: 'cabin', nights: '7', bookUntil: '2028-08-01' }
    await post('make-code', code, 1)
    const end = async () => {
      const [first] = await db.select().from(promoCodes).where(isNull(promoCodes.endedAt))
      const by = { services: services(1), by: UNNAMED }
      await postChange(codeChanges['end-code'], by, { intent: 'end-code', id: first?.code ?? '' })
    }
    await end()
    expect(await undoLast(services(2), 'promo.ended')).toMatchObject({ ok: true })
    await end()
    await post('make-code', { ...code, property: 'lodge' }, 2)
    expect(await undoLast(services(2), 'promo.ended')).toMatchObject({ ok: false })
    expect(await db.$count(promoCodes, isNull(promoCodes.endedAt))).toBe(1)
  })

  test('nobody else is drawn while the stay of a winner is booked', async () => {
    const id = await draw()
    const { db } = database()
    const property = await makePricedProperty(db, { slug: 'cabin' })
    await post('write', { id, round: '1' })
    await answer('accepted')
    await post('make-code', { id, round: '1', property: 'cabin', nights: '7', bookUntil: '2028-08-01' }, 1)
    const [code] = await db.select().from(promoCodes)
    const booked = { status: 'confirmed' as const, promoCode: code?.code ?? null }
    await makeBooking(db, property, { from: '2027-09-01', to: '2027-09-05' }, booked)
    await db.update(promoCodes).set({ endedAt: NOON })
    expect(await post('again', { id, round: '1', reason: 'declined' }, 3)).toMatchObject({ ok: false })
  })
})

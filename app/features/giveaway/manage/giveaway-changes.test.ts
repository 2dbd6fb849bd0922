import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { priceIfFree } from '#app/features/availability/availability.server.ts'
import { undoChange } from '#app/features/back-office/undo.server.ts'
import { mediaObjects } from '#app/features/media/media.tables.server.ts'
import { nightOverrides } from '#app/features/pricing/pricing.tables.server.ts'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import { audit } from '#app/platform/change/change.tables.server.ts'
import { UNNAMED } from '#app/platform/http/operator-access.server.ts'
import { site as siteTable } from '#app/platform/site.tables.server.ts'
import { ROLES } from '#app/shared/roles.ts'
import { demoGiveaway } from '#content/giveaway.ts'
import { site } from '#content/site.ts'
import { postChange } from '#test/changes/post-change.ts'
import { postedRecord } from '#test/changes/posted-record.ts'
import { describeOnBothDatabases, describeWithDatabase, type TestDatabase } from '#test/database.ts'
import { makePricedProperty, NOON, testClock, testServices } from '#test/factories.ts'
import { enterGiveaway } from '../entries.server.ts'
import { getGiveaway } from '../giveaway.server.ts'
import { giveawayEntries, giveaways } from '../giveaway.tables.server.ts'
import { getEntriesTable } from './entries.server.ts'
import { giveawayChanges } from './giveaway.changes.server.ts'
import { PAGE_FIELDS, rulesFields, startFields } from './giveaway-fields.ts'
import { rulesOf } from './giveaway-record.server.ts'
import type { Page, Rules, Start } from './giveaway-record.ts'
import { getGiveawaysPage } from './giveaways-page.server.ts'

const mia = { ...UNNAMED, name: 'mia' }
const ZONE = demoGiveaway(NOON).timeZone
const DAY_MS = 86_400_000
const ADA = {
  fullName: 'Ada Guest',
  phone: '970 555 0123',
  state: 'CO' as const,
  zipCode: '80487',
  agreeToUpdates: false,
}

function useGiveaway(database: () => TestDatabase) {
  const services = (now = NOON) => testServices(database(), { clock: testClock(now) })
  const rows = () => database().db.select().from(giveaways)
  async function begin() {
    await database().db.insert(siteTable).values(site)
    const [row] = await database()
      .db.insert(giveaways)
      .values({ ...demoGiveaway(NOON), content: {} })
      .returning()
    if (!row) throw new Error('the giveaway was not stored')
    return row
  }
  const enter = (email: string) => enterGiveaway(services(), { ...ADA, email })
  const post = (intent: keyof typeof giveawayChanges, fields: Record<string, string | string[]>, now = NOON) =>
    postChange(
      giveawayChanges[intent] as typeof giveawayChanges.end,
      { services: services(now), by: mia },
      { intent, ...fields },
    )
  const shown = async () => (await getGiveawaysPage(services())).giveaways
  async function postRules(change: Partial<Rules>, now = NOON) {
    const [giveaway] = await shown()
    if (!giveaway) throw new Error('there is no giveaway')
    const typed = postedRecord(rulesFields([ZONE]), { ...giveaway.rules, ...change })
    return post('rules', { ...typed, id: giveaway.id, version: giveaway.versions.rules }, now)
  }
  const postStart = (start: Start) => post('start', postedRecord(startFields([ZONE]), start))
  const undo = async (action: string, now = NOON) => {
    const [change] = await database().db.select().from(audit).where(eq(audit.action, action))
    return undoChange(services(now), { id: change?.id ?? '', by: mia })
  }
  return { services, rows, begin, enter, post, shown, postRules, postStart, undo }
}

describeWithDatabase('the giveaway as an operator changes it', (database) => {
  const { services, rows, begin, enter, post, shown, postRules, postStart, undo } = useGiveaway(database)

  test('rules change until somebody has accepted them, each time with another version once it is open', async () => {
    await begin()
    expect(await postRules({ prize: 'A week.', excludedStates: ['FL', 'NY'], retailValue: 100_050 })).toMatchObject({
      ok: true,
    })
    expect(await rows()).toMatchObject([
      { prize: 'A week.', excludedStates: ['FL', 'NY'], retailValue: '1000.50', rulesVersion: '2', demo: false },
    ])
    await enter('ada@example.com')
    expect(await postRules({ prize: 'A day.' })).toMatchObject({
      status: 409,
      message: '1 person has accepted these rules, so they stay as they are.',
    })
    expect(await undo('giveaway.rules-changed')).toMatchObject({
      message: expect.stringContaining('1 person has accepted'),
    })
    expect(await shown()).toMatchObject([
      { entrants: 1, total: 1, locked: expect.any(String), rules: { prize: 'A week.' } },
    ])
  })

  test('before it opens, its rules keep their version', async () => {
    const { opensAt } = await begin()
    await postRules({ prize: 'A week.' }, new Date(opensAt.getTime() - DAY_MS))
    expect(await rows()).toMatchObject([{ prize: 'A week.', rulesVersion: '1' }])
  })

  test('days that cannot be are refused at their field', async () => {
    await begin()
    const wrong = (change: Partial<Rules>) => postRules(change)
    expect(await wrong({ closes: '2027-01-01T10:00', opens: '2027-02-01T10:00' })).toMatchObject({
      fields: { closes: 'Entries have to close after they open' },
    })
    expect(await wrong({ closes: '2027-05-31T10:00' })).toMatchObject({ fields: { closes: 'This moment has passed' } })
    expect(await wrong({ closes: '2028-03-12T02:30' })).toMatchObject({
      fields: { closes: expect.stringContaining('set forward') },
    })
    expect(await wrong({ closes: '' })).toMatchObject({ fields: { closes: 'Please choose a date and a time' } })
  })

  test('texts and images change at any time, and come back by Undo; an image has to be there', async () => {
    const { id } = await begin()
    await enter('ada@example.com')
    const path = '/objects/uploads/ours.jpg'
    const page: Page = {
      name: 'Win a week',
      lead: 'Ours.',
      image: { path, alt: 'Our house' },
      cards: [{ title: 'A tub', text: 'Hot.' }],
    }
    const postPage = async () =>
      post('page', { ...postedRecord(PAGE_FIELDS, page), id, version: (await shown())[0]?.versions.page ?? '' })
    expect(await postPage()).toMatchObject({ message: expect.stringContaining('an image that you chose') })
    await database().db.insert(mediaObjects).values({ path, contentType: 'image/jpeg', bytes: 1, width: 4, height: 3 })
    expect(await postPage()).toMatchObject({ ok: true })
    expect(await getGiveaway(services())).toMatchObject({
      name: 'Win a week',
      lead: 'Ours.',
      image: { src: path },
      cards: [{ title: 'A tub', image: null }],
    })
    expect(await undo('giveaway.page-changed')).toMatchObject({ ok: true })
    expect(await getGiveaway(services())).toMatchObject({ name: 'Win a free stay', image: null })
  })

  test('a new one begins with the last one’s page, never overlaps it, and is started once', async () => {
    const first = await begin()
    const start = { ...rulesOf(first), name: 'Win again', opens: '2027-09-01T10:00', closes: '2027-10-01T10:00' }
    expect(await postStart({ ...start, opens: '2027-07-01T10:00' })).toMatchObject({
      fields: { opens: expect.stringContaining('“Win a free stay” takes entries from') },
    })
    expect(await postStart(start)).toMatchObject({ ok: true })
    await postStart(start)
    expect(await shown()).toMatchObject([
      { rules: { opens: '2027-09-01T10:00' }, phase: 'upcoming', isShown: false },
      { phase: 'open', isShown: true },
    ])
    expect(await undo('giveaway.started')).toMatchObject({ ok: true })
    expect(await rows()).toHaveLength(1)
  })

  test('a draft is seen by nobody until it is opened, and can be a draft again until somebody enters', async () => {
    const first = await begin()
    await database().db.delete(giveaways)
    await postStart({ ...rulesOf(first), name: 'Win a week' })
    expect(await getGiveaway(services())).toBeNull()
    expect(await enter('ada@example.com')).toMatchObject({ reason: 'no-giveaway' })
    const [draft] = await shown()
    expect(draft).toMatchObject({ isDraft: true, isShown: false, isPreviewed: true })
    const id = draft?.id ?? ''
    expect(await postRules({ prize: 'A week.' })).toMatchObject({ ok: true })
    expect(await post('open', { id }, first.closesAt)).toMatchObject({ message: 'This moment has passed.' })
    expect(await post('open', { id })).toMatchObject({ ok: true })
    expect(await shown()).toMatchObject([{ isDraft: false, isShown: true, rulesVersion: '1' }])
    await enter('ada@example.com')
    expect(await undo('giveaway.opened')).toMatchObject({ message: expect.stringContaining('1 person has accepted') })
    await database().db.delete(giveawayEntries)
    expect(await undo('giveaway.opened')).toMatchObject({ ok: true })
    expect(await getGiveaway(services())).toBeNull()
  })

  test('of two drafts for the same days, only one opens', async () => {
    const first = await begin()
    await database().db.update(giveaways).set({ draft: true })
    await postStart({ ...rulesOf(first), name: 'Win a week' })
    const [one, two] = (await rows()).map(({ id }) => id)
    expect(await post('open', { id: one ?? '' })).toMatchObject({ ok: true })
    expect(await post('open', { id: two ?? '' })).toMatchObject({
      message: expect.stringContaining('only one giveaway can at a time'),
    })
  })

  test('the first one begins with the usual rules, and needs what is missing', async () => {
    await database().db.insert(siteTable).values(site)
    const { start } = await getGiveawaysPage(services())
    expect(start).toMatchObject({
      sponsor: expect.stringContaining(site.brand),
      channels: expect.arrayContaining(['x']),
    })
    expect(await postStart(start as Start)).toMatchObject({
      fields: {
        name: 'Please fill this in',
        opens: 'Please choose a date and a time',
        prize: 'Please fill this in',
        retailValue: expect.any(String),
      },
    })
  })

  test('a stay at a home fills in the prize and the most that its own prices ask for it', async () => {
    await database().db.insert(siteTable).values(site)
    const id = await makePricedProperty(database().db, { slug: 'lodge', name: 'The Lodge', location: 'Vail, Colorado' })
    const asked = async (query: string) => getGiveawaysPage(services(), new URLSearchParams(query))
    const usual = (await asked('property=lodge&nights=3')).prizes.chosen?.value ?? 0
    const stay = { propertyId: id, adults: 2, children: 0, infants: 0, pets: 0 }
    const priced = await priceIfFree(services(), { ...stay, checkIn: '2027-10-05', checkOut: '2027-10-08' })
    expect(priced).toMatchObject({ ok: true, price: { total: expect.any(Number) } })
    expect(usual).toBeGreaterThanOrEqual(priced.ok ? priced.price.total : Number.NaN)
    await database().db.insert(nightOverrides).values({ propertyId: id, date: '2027-12-31', priceOverride: '9000.00' })
    const { start, prizes } = await asked('property=lodge&nights=3')
    expect(prizes.chosen?.value).toBeGreaterThan(usual + 5000_00)
    expect(start).toMatchObject({
      prize: expect.stringMatching(/^A stay of 3 nights at The Lodge in Vail, Colorado, on dates/),
      retailValue: prizes.chosen?.value,
    })
    for (const query of ['property=lodge&nights=0', 'home=lodge&nights=29', 'home=none&nights=3', 'nights=3'])
      expect((await asked(query)).prizes).toMatchObject({ properties: [{ slug: 'lodge' }], chosen: null })
    await database().db.delete(nightOverrides)
    await database().db.update(properties).set({ pricePerNight: null })
    expect((await asked('property=lodge&nights=3')).prizes.chosen).toMatchObject({ value: null })
  })

  test('who entered is listed for those who see contacts, with entries that look alike, and as a file', async () => {
    const { id } = await begin()
    for (const email of ['ada@example.com', 'ada+2@example.com', 'bo@example.com']) await enter(email)
    await database()
      .db.update(giveawayEntries)
      .set({ phone: '1', fullName: 'Bo' })
      .where(eq(giveawayEntries.email, 'bo@example.com'))
    const query = new URLSearchParams({ entries: id })
    const [giveaway] = (await getGiveawaysPage(services(), query)).giveaways
    expect(giveaway?.entries?.last).toHaveLength(3)
    expect(giveaway?.entries?.lookAlikes).toMatchObject([
      {
        shared: 'mailbox, phone number, name and zip code',
        entries: [{ fullName: 'Ada Guest' }, { fullName: 'Ada Guest' }],
      },
    ])
    const bookkeeper = { ...UNNAMED, scopes: ROLES.bookkeeper.scopes }
    expect((await getGiveawaysPage(services(), query, bookkeeper)).giveaways).toMatchObject([{ entries: null }])
    expect((await shown())[0]?.entries).toBeNull()
    const rows = (await getEntriesTable(services(), id))?.rows.map((row) => [row[2], row[8]])
    expect(rows?.toSorted()).toEqual([
      ['ada+2@example.com', 'mailbox, phone number, name and zip code'],
      ['ada@example.com', 'mailbox, phone number, name and zip code'],
      ['bo@example.com', ''],
    ])
    expect(await getEntriesTable(services(), 'none')).toBeNull()
  })

  test('ends early once the operator has read what it breaks, as another version of the rules', async () => {
    const { id, closesAt } = await begin()
    await enter('ada@example.com')
    expect(await post('end', { id })).toMatchObject({ fields: { reason: expect.any(String) } })
    const reason = 'The lodge burned down'
    expect(await post('end', { id, reason })).toMatchObject({
      answer: { asks: [expect.stringContaining('promise entries until')] },
    })
    expect(await post('end', { id, reason, confirmed: 'yes' })).toMatchObject({ ok: true })
    expect(await rows()).toMatchObject([{ closesAt: NOON, rulesVersion: '2' }])
    expect(await enter('bo@example.com')).toMatchObject({ ok: false, reason: 'closed' })
    expect(await undo('giveaway.ended')).toMatchObject({ ok: true })
    expect(await rows()).toMatchObject([{ closesAt, rulesVersion: '1' }])
  })

  test('is removed while nobody has entered, and comes back as it was', async () => {
    const before = await begin()
    expect(await post('remove', { id: before.id })).toMatchObject({ ok: true })
    expect(await rows()).toEqual([])
    expect(await undo('giveaway.removed')).toMatchObject({ ok: true })
    expect(await rows()).toEqual([before])
    await enter('ada@example.com')
    expect(await post('remove', { id: before.id })).toMatchObject({ status: 409 })
    expect(await post('end', { id: 'none', reason: 'Late' })).toMatchObject({ status: 404 })
  })
})

describeOnBothDatabases('an entry and a change of the rules at once', (database) => {
  const { rows, begin, enter, postRules } = useGiveaway(database)

  test('the entry has the version of the rules that apply, or the rules stay', async () => {
    await begin()
    await Promise.all([postRules({ prize: 'A week.' }), ...['ada', 'bo'].map((name) => enter(`${name}@example.com`))])
    const [row] = await rows()
    const entries = await database().db.select().from(giveawayEntries)
    expect(entries.map(({ rulesVersion }) => rulesVersion)).toEqual([row?.rulesVersion, row?.rulesVersion])
    expect(row?.rulesVersion).toBe(row?.prize === 'A week.' ? '2' : '1')
  })
})

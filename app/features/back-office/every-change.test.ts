import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { blocks, occupancies } from '#app/features/availability/availability.tables.server.ts'
import { bookings } from '#app/features/bookings/bookings.tables.server.ts'
import { listBoardProperties } from '#app/features/calendar-board/board.server.ts'
import { draftFrom, parseChange } from '#app/features/calendar-board/change-form.ts'
import { planChange } from '#app/features/calendar-board/plan-change.ts'
import { fingerprintOf } from '#app/features/calendar-board/plan-words.ts'
import { calendarFeeds } from '#app/features/calendar-sync/calendar-sync.tables.server.ts'
import { listPromoCodes } from '#app/features/pricing/manage/codes/manage-promo-codes.server.ts'
import { getCopyPage } from '#app/features/pricing/manage/prices/copy-page.server.ts'
import { getContentPage } from '#app/features/properties/manage/property-content.server.ts'
import { listLegalVersions } from '#app/features/site/manage/legal.changes.server.ts'
import { cleanerLinks, turnoverImages } from '#app/features/turnovers/turnovers.tables.server.ts'
import { versionOf } from '#app/platform/change/version.server.ts'
import { UNNAMED } from '#app/platform/http/operator-access.server.ts'
import { openDiskStorage } from '#app/platform/storage/disk-storage.server.ts'
import { createApi } from '#server/api.ts'
import { BOOKING_CASES } from '#test/changes/booking-change-cases.ts'
import type { Case, World } from '#test/changes/change-world.ts'
import { CHANNEL_CASES } from '#test/changes/channel-change-cases.ts'
import { expectDeclared } from '#test/changes/expect-declared.ts'
import { GIVEAWAY_CASES } from '#test/changes/giveaway-change-cases.ts'
import { IMAGE, IMAGE_CASES, storeImage } from '#test/changes/image-change-cases.ts'
import { IMPORT_CASES } from '#test/changes/import-change-cases.ts'
import { INBOX_CASES } from '#test/changes/inbox-change-cases.ts'
import { JOURNAL_CASES } from '#test/changes/journal-change-cases.ts'
import { MONEY_CASES } from '#test/changes/money-change-cases.ts'
import { NEWSLETTER_CASES } from '#test/changes/newsletter-change-cases.ts'
import { failuresOfOddRecords } from '#test/changes/odd-records.ts'
import { PEOPLE_CASES } from '#test/changes/people-change-cases.ts'
import { postToPage } from '#test/changes/post-to-page.ts'
import { PROPERTY_CASES } from '#test/changes/property-change-cases.ts'
import { SITE_CASES } from '#test/changes/site-change-cases.ts'
import { describeWithDatabase } from '#test/database.ts'
import { makeBooking, makePricedProperty, NOON } from '#test/factories.ts'
import { payingByCard } from '#test/paying-by-card.ts'
import { airbnbCalendar } from '#test/servers/calendars.ts'
import { useCalendarServer } from '#test/servers/use-calendar-server.ts'
import { useChannexServer } from '#test/servers/use-channex-server.ts'
import { temporaryFolder } from '#test/temporary-folder.ts'
import { type ChangeName, HISTORY } from './changes.server.ts'
import { historyFilterFromQuery, listHistory } from './history.server.ts'
import { undoChange } from './undo.server.ts'

const CLEANER = { name: 'Maria', email: '' }
const newCleaner = (propertyIds: string) => ({ intent: 'create', ...CLEANER, propertyIds, key: randomUUID() })
const SNOW = { intent: 'code', code: 'SNOW10', off: '10%', nights: '3', uses: '', until: '', from: '', property: '' }
/** Somebody who signed in long ago. */
const LATE = { ...UNNAMED, session: { id: 'late', confirmedAt: new Date(0) } }
/** The clock stands still here, and a cancellation of the same moment stands in the way. */
const CANCELED_AT_ONCE = 'booking.returned'
const FEED = '/1.ics?s=secret'

const onCalendar = (fields: Record<string, string>) => async (world: World) => {
  const [first, last] = ['2027-09-06', '2027-09-08']
  const draft = draftFrom((name) => fields[name] ?? '')
  const read = parseChange(draft, 30)
  if (!read.ok) throw new Error(read.message)
  const board = await listBoardProperties(world.services, { from: first, to: '2027-10-01' }, ['cabin'])
  const seen = fingerprintOf(planChange(board, { first, last, only: 'all' }, read.change))
  const intent = 'change'
  await world.post('/admin/calendar', { intent, properties: 'cabin', included: 'cabin', first, last, seen, ...fields })
}
const onTurnovers =
  (intent: string, fields: Record<string, string> = {}) =>
  async (world: World) => {
    await world.post('/admin/turnovers', newCleaner(world.property))
    await world.post('/admin/turnovers', { intent, id: await world.idOf(cleanerLinks), ...fields })
  }
const onFeed = (intent: string) => async (world: World) => {
  await CASES['calendar.added'][1](world)
  await world.post('/admin/calendars', { intent, id: await world.idOf(calendarFeeds) })
}
/** How each change is made on its page, and its words in History. A change without a case does not compile. */
const CASES = {
  ...BOOKING_CASES,
  ...GIVEAWAY_CASES,
  ...PROPERTY_CASES,
  ...IMPORT_CASES,
  ...SITE_CASES,
  ...IMAGE_CASES,
  ...CHANNEL_CASES,
  'block.added': ['Owner stay in Cabin, Sep 6–9.', onCalendar({ what: 'owner' })],
  'block.note-changed': [
    'Note on the calendar changed',
    async (world) => {
      await onCalendar({ what: 'owner' })(world)
      await world.post('/admin/calendar', { intent: 'note', id: await world.idOf(blocks), note: 'The Parkers' })
    },
  ],
  'block.removed': [
    'Owner stay removed in Cabin, Sep 6–9.',
    async (world) => {
      await onCalendar({ what: 'owner' })(world)
      await world.post('/admin/calendar', { intent: 'remove-block', id: await world.idOf(blocks) })
    },
  ],
  'block.shortened': [
    'Owner stay removed in Cabin, Sep 7–8. Left: Sep 6–7 and Sep 8–9.',
    async (world) => {
      await onCalendar({ what: 'owner' })(world)
      await world.post('/admin/calendar', {
        ...{ intent: 'open-nights', id: await world.idOf(blocks), first: '2027-09-07', last: '' },
      })
    },
  ],
  'night-minimums.changed': ['3-night minimum in Cabin, Sep 6–9.', onCalendar({ what: 'rates', minimumStay: '3' })],
  'night-prices.changed': ['Price $700.00 in Cabin, Sep 6–9.', onCalendar({ what: 'rates', amount: '700' })],
  'calendar.added': [
    'Calendar of another site added',
    ({ site, post }) => {
      site.answer(FEED, airbnbCalendar([{ uid: 'july@airbnb.com', from: '2027-07-02', to: '2027-07-05' }]))
      return post('/admin/calendars', { intent: 'add', slug: 'cabin', address: site.address(FEED) })
    },
  ],
  'calendar.address-renewed': [
    'Address of the home’s calendar renewed',
    ({ post }) => post('/admin/calendars', { intent: 'renew', slug: 'cabin' }),
  ],
  'calendar.choice': [
    'What a calendar of another site blocks',
    async (world) => {
      await CASES['calendar.added'][1](world)
      await world.post('/admin/calendars', {
        intent: 'choose',
        id: await world.idOf(calendarFeeds),
        choice: 'block-free-events',
      })
    },
  ],
  'calendar.conflict-settled': [
    'Conflict settled: it is the same guest',
    async (world) => {
      await CASES['calendar.added'][1](world)
      const [row] = await world.services.db.select().from(occupancies).where(eq(occupancies.kind, 'import'))
      await world.post('/admin/calendars', { intent: 'settle', id: row?.id ?? '' })
    },
  ],
  'calendar.emptied': ['Calendar of another site synced as empty', onFeed('read-empty')],
  'calendar.removed': ['Calendar of another site removed', onFeed('remove')],
  'cleaner-link.changed': [
    'Link for a cleaner changed',
    (world) => {
      const version = versionOf({ name: CLEANER.name, email: null, propertyIds: [world.property] })
      return onTurnovers('change', { ...CLEANER, name: 'Ben', propertyIds: world.property, version })(world)
    },
  ],
  'cleaner-link.created': [
    'Link for a cleaner made',
    ({ post, property }) => post('/admin/turnovers', newCleaner(property)),
  ],
  'cleaner-link.renewed': ['Link for a cleaner replaced', onTurnovers('renew')],
  'cleaner-link.revoked': ['Link for a cleaner revoked', onTurnovers('revoke')],
  'content.changed': [
    'License number changed',
    ({ post }) => post('/admin/homes/cabin/page', { intent: 'license', license: 'R-1', version: versionOf(null) }),
  ],
  'content.code-changed': [
    'Arrival guide changed',
    async ({ services, post }) => {
      const version = (await getContentPage(services, 'cabin'))?.versions.guide ?? ''
      await post('/admin/homes/cabin/guide', { intent: 'guide', shownDays: '3', doorCode: '1234', version })
    },
  ],
  'damage.handled': [
    'Damage dealt with',
    async (world) => {
      await world.post('/admin/turnovers', newCleaner(world.property))
      await storeImage(world)
      const of = {
        linkId: await world.idOf(cleanerLinks),
        propertyId: world.property,
        turnover: 't',
        day: '2027-07-31',
        createdAt: NOON,
      }
      const [image] = await world.services.db
        .insert(turnoverImages)
        .values({ ...of, path: IMAGE })
        .returning()
      await world.post('/admin/turnovers', { intent: 'handled', id: image?.id ?? '' })
    },
  ],
  'legal.version-added': [
    'Version of a legal page added',
    async ({ services, post }) => {
      const [privacy] = await listLegalVersions(services)
      const version = String(privacy?.versions.length)
      const text = 'Ours.\n\n## What we keep\nNothing.'
      const fields = { id: privacy?.kind ?? '', title: 'Privacy', effectiveOn: '2027-07-01', text, version }
      await post('/admin/legal', { intent: 'legal', ...fields })
    },
  ],
  'prices.changed': [
    'Discount Weekly added',
    ({ post }) =>
      post('/admin/homes/cabin/prices', {
        intent: 'discount',
        label: 'Weekly',
        kind: 'long-stay',
        threshold: '7',
        percent: '10',
      }),
  ],
  'prices.copied': [
    'Prices copied to 1 home',
    async ({ services, post }) => {
      await makePricedProperty(services.db, { slug: 'lodge', name: 'Lodge', pricePerNight: '200.00' })
      const page = await getCopyPage(services, 'cabin', { parts: ['nightly'], to: ['lodge'] })
      const versions = {
        'versions.cabin': page?.from.version ?? '',
        'versions.lodge': page?.changes?.[0]?.version ?? '',
      }
      await post('/admin/homes/cabin/copy', { intent: 'copy', part: 'nightly', to: 'lodge', ...versions })
    },
  ],
  'promo.added': ['Promo code SNOW10 added', ({ post }) => post('/admin/codes', SNOW)],
  'promo.changed': [
    'Promo code SNOW10 changed',
    async ({ services, post }) => {
      await post('/admin/codes', SNOW)
      const [code] = await listPromoCodes(services)
      const changed = { intent: 'change-code', id: 'SNOW10', off: '20%', version: code?.version ?? '' }
      await post('/admin/codes', { ...SNOW, ...changed })
    },
  ],
  'promo.ended': [
    'Promo code SNOW10 ended',
    async ({ post }) => {
      await post('/admin/codes', SNOW)
      await post('/admin/codes', { intent: 'end-code', id: 'SNOW10' })
    },
  ],
  ...NEWSLETTER_CASES,
  ...JOURNAL_CASES,
  ...PEOPLE_CASES,
  ...INBOX_CASES,
  ...MONEY_CASES,
} satisfies Record<ChangeName, Case>

describeWithDatabase('every change of an operator', (database) => {
  const paying = payingByCard(database)
  const site = useCalendarServer()
  const channels = useChannexServer()
  const storage = openDiskStorage(temporaryFolder())

  async function makeWorld(presses = 1): Promise<World> {
    const services = { ...paying.at(0), storage, openChannelManager: channels.open }
    const property = await makePricedProperty(services.db, { slug: 'cabin', name: 'Cabin' })
    const nights = { from: '2027-07-01', to: '2027-07-05' }
    const id = await makeBooking(services.db, property, nights, { status: 'confirmed' })
    const [stay] = await services.db.select().from(bookings).where(eq(bookings.id, id))
    if (!stay) throw new Error('the stay was not stored')
    return {
      ...{ services, property, stay, site, channels: channels.account() },
      post: async (path, fields) =>
        (await Promise.all(Array.from({ length: presses }, () => postToPage(services, path, fields))))[0],
      api: async (method, path, body) => {
        const headers = { 'content-type': 'application/json' }
        return createApi(services).request(path, { method, headers, body: body && JSON.stringify(body) })
      },
      idOf: async (table) => (await services.db.select({ id: table.id }).from(table))[0]?.id ?? '',
    }
  }

  // A change that only replaces or removes adds nothing twice. All others are pressed twice at once.
  const REPLACES = /[.-](?:changed|removed|renewed)$/
  const isAdding = (name: string, words: string) => !REPLACES.test(name) || / (?:added|made)$/.test(words)

  test.each(Object.entries(CASES))(
    '%s is in History in words, once for two presses, with a way back or why there is none',
    async (name, [words, make]) => {
      const world = await makeWorld(isAdding(name, words) ? 2 : 1)
      await make(world)
      const all = historyFilterFromQuery(new URLSearchParams())
      const { entries } = await listHistory(world.services, all, UNNAMED)
      const entry = entries.find((one) => one.words === words)
      expect(entries.map((one) => one.words)).toContain(words)
      if (isAdding(name, words)) expect(entries.filter((one) => one.words === words)).toHaveLength(1)
      expect(entry?.undo === 'possible' || entry?.noUndo, name).toBeTruthy()
      await expectDeclared(world.services)
      if (entry?.undo === 'possible') expect(await failuresOfOddRecords(world.services, entry.id)).toEqual([])
      const isAsked = HISTORY[name as ChangeName].confirms && entry?.undo === 'possible'
      if (isAsked) expect(await undoChange(world.services, { id: entry.id, by: LATE })).toMatchObject({ status: 403 })
      const undone = await undoChange(world.services, { id: entry?.id ?? '', by: UNNAMED })
      if (entry?.undo === 'possible' && name !== CANCELED_AT_ONCE) expect(undone).toMatchObject({ ok: true })
      const after = await listHistory(world.services, all, UNNAMED)
      expect(after.entries.some(({ id }) => undone.ok && id === undone.id)).toBe(undone.ok)
      await expectDeclared(world.services)
    },
  )
})

import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { bookings } from '#app/features/bookings/bookings.tables.server.ts'
import { declineTextsChanges } from '#app/features/bookings/manage/page/decline-texts.changes.server.ts'
import { setPropertyReady } from '#app/features/bookings/manage/page/property-ready.server.ts'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import { runChange } from '#app/platform/change/change.server.ts'
import { makeChange } from '#app/platform/change/define.server.ts'
import { versionOf } from '#app/platform/change/version.server.ts'
import { readConfig } from '#app/platform/config.server.ts'
import { UNNAMED } from '#app/platform/http/operator-access.server.ts'
import { site } from '#app/platform/site.tables.server.ts'
import { describeWithDatabase } from '#test/database.ts'
import { makeBooking, makePricedProperty, testServices } from '#test/factories.ts'
import { findPages, search } from './search.server.ts'
import { getToday } from './today.server.ts'
import { undoChange } from './undo.server.ts'

test('a page is found by the words of its name and description', () => {
  expect(findPages('promo').map(({ to }) => to)).toEqual(['/admin/codes'])
  expect(findPages('GUEST phone').map(({ to }) => to)).toEqual(['/admin/bookings/new'])
  expect(findPages('  ')).toEqual([])
})

describeWithDatabase('what an operator finds and marks', (database) => {
  const services = () => testServices(database())
  const by = UNNAMED

  async function makeStay(change: Partial<typeof bookings.$inferInsert> = {}) {
    const { db } = database()
    const propertyId = await makePricedProperty(db, { name: 'Cabin by the Cove' })
    const nights = { from: '2027-06-03', to: '2027-06-06' }
    const id = await makeBooking(db, propertyId, nights, { status: 'confirmed', guestName: 'Zoë Müller', ...change })
    const [row] = await db.select().from(bookings).where(eq(bookings.id, id))
    return { id, propertyId, reference: row?.reference ?? '' }
  }

  test('one search finds guests, references, homes and pages, and says nothing of the rest', async () => {
    const { reference } = await makeStay()
    const titles = async (typed: string) => (await search(services(), typed, UNNAMED)).map(({ title }) => title)
    expect(await titles('zoë')).toEqual(['Guests and bookings'])
    expect(await titles('cabin')).toEqual(['Homes'])
    expect(await titles('history')).toEqual(['Pages'])
    expect((await search(services(), reference.toLowerCase(), UNNAMED))[0]?.found[0]).toMatchObject({
      to: `/admin/bookings/${reference}`,
      label: 'Zoë Müller',
    })
    await makeStay({ reference: '7K3-M9Q' })
    for (const typed of ['7k3-m9q', '7K3M9Q', '7k3 m9q', ' 7k3–m9q ', '3m9']) {
      expect((await search(services(), typed, UNNAMED))[0]?.found[0]?.to, typed).toBe('/admin/bookings/7K3-M9Q')
    }
    for (const nothing of ['', '   ', '%', 'nobody at all', "'; drop table bookings"]) {
      expect(await titles(nothing), nothing).toEqual([])
    }
  })

  test('a home is marked as ready for a stay once, and the mark is taken back', async () => {
    const { id, reference } = await makeStay()
    const mark = (of: string, ready: 'yes' | 'no') =>
      makeChange(setPropertyReady, { services: services(), by, id: of }, { ready })
    const readyOf = async () => (await getToday(services())).stays.map(({ isReady }) => isReady)
    expect(await readyOf()).toEqual([false])
    const marked = await mark(reference, 'yes')
    expect(await mark(reference, 'yes')).toEqual({ ok: true })
    expect(await readyOf()).toEqual([true])
    const auditId = (marked.ok && marked.id) || ''
    expect(await undoChange(services(), { id: auditId, by })).toMatchObject({ ok: true })
    expect(await readyOf()).toEqual([false])
    await mark(reference, 'yes')
    const again = await mark(reference, 'no')
    await mark(reference, 'yes')
    const undone = await undoChange(services(), { id: (again.ok && again.id) || '', by })
    expect(undone).toMatchObject({ ok: false, message: expect.stringContaining('marked again') })
    const { db } = database()
    const other = await makeBooking(db, await makePricedProperty(db), { from: '2027-07-01', to: '2027-07-05' })
    const [request] = await db.select().from(bookings).where(eq(bookings.id, other))
    expect(await mark(request?.reference ?? '', 'yes')).toMatchObject({
      ok: false,
      status: 409,
    })
    expect(id).not.toBe(other)
  })

  test('a live site is told which homes have no price, and what is left of the demo', async () => {
    const { db } = database()
    const { propertyId } = await makeStay()
    const paymentText = 'By check.'
    await db.update(properties).set({ priceConfirmed: false, paymentText }).where(eq(properties.id, propertyId))
    const live = { ...services(), config: readConfig({ SITE_URL: 'https://stay.example' }) }
    const titles = async () => (await getToday(live)).tasks.map(({ title }) => title)
    // Set up lists the rest, as long as there is one.
    expect(await titles()).toEqual(['Cabin by the Cove has no price'])
    await db.update(site).set({ setupDone: ['all'] })
    expect(await titles()).toEqual([
      'Cabin by the Cove has no price',
      'hello@powderandcove.example is still the demo’s address',
      'No email leaves this machine',
    ])
    expect((await getToday(services())).tasks).toEqual([])
  })

  test('the texts to decline with change one by one; a second operator sees the first one’s', async () => {
    await makeStay()
    const { db } = database()
    const stored = async () => (await db.select({ texts: site.declineTexts }).from(site))[0]?.texts ?? []
    const before = await stored()
    expect(before).toHaveLength(3)
    const post = (change: 'text' | 'remove-text', fields: Record<string, string>) => {
      const form = new FormData()
      for (const [name, value] of Object.entries(fields)) form.set(name, value)
      return runChange<(typeof declineTextsChanges)[typeof change]['form']>(declineTextsChanges[change], {
        services: services(),
        form,
        by,
      })
    }
    const save = (id: string, text: string, version: readonly string[]) =>
      post('text', { id, text, version: versionOf(version) })
    const saved = await save('0', 'One', before)
    expect(saved).toMatchObject({ ok: true })
    expect(await save('0', 'Another', before)).toMatchObject({ ok: false, status: 409 })
    const [, second = '', third = ''] = before
    expect(await stored()).toEqual(['One', second, third])
    const id = (saved.ok && saved.id) || ''
    expect(await undoChange(services(), { id, by })).toMatchObject({ ok: true })
    expect(await stored()).toEqual(before)

    // One that is removed leaves its place to the next new one; there are three.
    expect(await save('', 'A fourth', before)).toMatchObject({ ok: false, status: 409 })
    expect(await post('remove-text', { id: '1' })).toMatchObject({ ok: true })
    const left = [before[0] ?? '', '', third]
    expect(await stored()).toEqual(left)
    expect(await save('', ' New ', left)).toMatchObject({ ok: true })
    expect(await stored()).toEqual([before[0], 'New', third])
    expect(await save('', '', left)).toMatchObject({ ok: false, status: 400 })
    expect(await save('7', 'Nowhere', [before[0] ?? '', 'New', third])).toMatchObject({ ok: false })
  })
})

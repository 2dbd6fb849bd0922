import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { nightClaims, occupancies } from '#app/features/availability/availability.tables.server.ts'
import { historyFilterFromQuery, listHistory } from '#app/features/back-office/history.server.ts'
import { getToday } from '#app/features/back-office/today.server.ts'
import { undoChange } from '#app/features/back-office/undo.server.ts'
import { bookings } from '#app/features/bookings/bookings.tables.server.ts'
import { getQuotePage } from '#app/features/bookings/quotes/quote-page.server.ts'
import { findOpenQuote } from '#app/features/bookings/quotes/quotes.server.ts'
import { getBoard } from '#app/features/calendar-board/board.server.ts'
import { barWords } from '#app/features/calendar-board/board.ts'
import { getExport, getExportedCalendar } from '#app/features/calendar-sync/export-calendar.server.ts'
import { type Operator, UNNAMED } from '#app/platform/http/operator-access.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { createApi } from '#server/api.ts'
import { postChange } from '#test/changes/post-change.ts'
import { describeWithDatabase, testOnBoth } from '#test/database.ts'
import { makeBooking, makePricedProperty, makeSite, NOON, testClock, testServices } from '#test/factories.ts'
import { MIA, useInbox } from '#test/inbox.ts'
import { useOffers } from '#test/offers.ts'
import { heldOfferChanges } from './held-offer.changes.server.ts'
import { listHeldOffersOf } from './held-offers.server.ts'
import { conversations } from './inbox.tables.server.ts'
import { getOffer } from './offer.server.ts'

const JULY = { checkInDate: '2027-07-01', checkOutDate: '2027-07-05' }
const PARTY = { adults: 2, children: 0, infants: 0, pets: 0 }
const NIGHTS = { from: '2027-07-01', to: '2027-07-05' }

describeWithDatabase('nights on hold with an offer', (database) => {
  beforeEach(() => makeSite(database().db))
  const { services, queued } = useInbox(database)
  const offerFor = useOffers(database)
  const at = (hours: number) =>
    testServices(database(), { clock: testClock(new Date(NOON.getTime() + hours * 3_600_000)) })
  const call = async (method: string, path: string, body: object | undefined, of: Services = at(1)) => {
    const init = { method, headers: { 'content-type': 'application/json' }, body: body && JSON.stringify(body) }
    const response = await createApi(of).request(path, init)
    return { status: response.status, body: response.status === 204 ? null : await response.json() }
  }
  const held = async () => {
    const rows = await database().db.select().from(occupancies)
    return rows.map(({ kind, nights }) => ({ kind, nights }))
  }

  const cabin = (more = {}) => makePricedProperty(database().db, { name: 'Cabin', slug: 'cabin', ...more })
  const SENT = 'Offer sent, with its nights on hold'
  const RELEASED = 'Nights on hold released'
  /** Undoes the one change with these words that was not undone. */
  const undo = async (words: string) => {
    const all = historyFilterFromQuery(new URLSearchParams())
    const { entries } = await listHistory(services(), all, UNNAMED)
    const [open, ...more] = entries.filter((entry) => entry.words === words && entry.undo === 'possible')
    expect(more).toEqual([])
    return undoChange(services(), { id: open?.id ?? '', by: UNNAMED })
  }

  test('are held until the offer expires, and its email, calendar, Today, History and inbox say so', async () => {
    const propertyId = await cabin()
    const { id, offer, send, shown } = await offerFor('Bo')
    expect(await send()).toMatchObject({ ok: true, to: `/admin/inbox/${id}` })
    expect(await database().db.select().from(occupancies)).toMatchObject([
      { kind: 'hold', nights: NIGHTS, quoteId: offer, expiresAt: new Date(NOON.getTime() + 24 * 3_600_000) },
    ])
    const [mail] = await queued()
    expect(mail).toMatchObject({ id: offer, to: 'bo@example.com' })
    expect(mail?.html).toContain('We’re holding these nights for you at this price until ')
    expect(mail?.html).not.toContain('while the nights are open')
    expect((await shown()).entries.at(-1)).toMatchObject({
      kind: 'out',
      text: expect.stringContaining('Both tubs run.'),
    })
    const until = 'Wednesday, June 2, 2027, 2:00 PM EDT'
    expect(await listHeldOffersOf(services(), id)).toMatchObject([{ offer, until, property: { name: 'Cabin' } }])
    const board = await getBoard(services(), { from: '2027-06-01', to: '2027-08-01' }, UNNAMED)
    const bars = board.properties.flatMap((property) => property.bars)
    expect(bars.map(barWords)).toEqual([`On hold for Bo, until ${until}, Jul 1–5`])
    const soon = testServices(database(), { clock: testClock(NOON) })
    expect((await getToday(soon)).properties).toMatchObject([{ holds: [] }])
    const asks = {
      entries: [
        {
          kind: 'form',
          id: 'x',
          at: '',
          subject: '',
          text: '',
          about: [],
          phone: null,
          asked: { ...PARTY, property: 'cabin', checkIn: '2027-07-01', nights: 4 },
        },
      ],
    } as never
    const own = await listHeldOffersOf(services(), id)
    expect(await getOffer(services(), asks, own)).toMatchObject({ home: { stay: { held: until, total: null } } })
    const { entries } = await listHistory(services(), historyFilterFromQuery(new URLSearchParams()), UNNAMED)
    expect(entries[0]).toMatchObject({ words: SENT, undo: 'possible' })
    // Other sites learn of nights that are booked, as with the hold of a guest.
    const { key } = await getExport(services(), propertyId)
    expect(await getExportedCalendar(services(), { propertyId, key })).not.toContain('20270701')
    expect(await database().db.select().from(nightClaims)).toEqual([])
  })

  test('are for nobody that a homeowner could reach: no email address, and no conversation', async () => {
    await cabin()
    const { send } = await offerFor('Bo')
    await database().db.update(conversations).set({ name: 'bo@example.com' })
    await send()
    const barsOf = async (by: Operator) => {
      const board = await getBoard(services(), { from: '2027-06-01', to: '2027-08-01' }, by)
      return board.properties.flatMap(({ bars }) => bars)
    }
    const bars = await barsOf({ ...UNNAMED, scopes: ['stays:read', 'own:write'] })
    expect(bars).toMatchObject([{ title: 'a guest', offer: { conversation: null } }])
    expect(JSON.stringify(bars)).not.toContain('@')
    expect(await barsOf(UNNAMED)).toMatchObject([
      { title: 'bo@example.com', offer: { conversation: expect.any(String) } },
    ])
  })

  test('are on Today while they are near', async () => {
    await cabin()
    const { id, offer, send } = await offerFor('Bo')
    await send()
    await database()
      .db.update(occupancies)
      .set({ nights: { from: '2027-06-05', to: '2027-06-08' } })
    const words = 'Jun 5–8: on hold for Bo, until Wednesday, June 2, 2027, 2:00 PM EDT'
    expect((await getToday(services())).properties).toMatchObject([{ holds: [{ id: offer, conversation: id, words }] }])
  })

  test('are taken for every other guest, and open for whoever has the offer, who books them by its link', async () => {
    const propertyId = await cabin()
    const { offer, send, token, release } = await offerFor('Bo')
    await send()
    expect(await call('POST', '/api/quotes', { propertyId, ...JULY, ...PARTY })).toMatchObject({
      status: 409,
      body: { code: 'dates-taken' },
    })
    const eve = { guestName: 'Eve', guestEmail: 'eve@example.com' }
    expect(await call('POST', '/api/bookings', { ...eve, propertyId, ...JULY, ...PARTY })).toMatchObject({
      status: 409,
    })
    expect(await getQuotePage(at(1), token)).toMatchObject({
      claim: null,
      refusal: null,
      heldUntil: 'Wednesday, June 2, 2027, 2:00 PM EDT',
    })
    const stay = { checkIn: JULY.checkInDate, checkOut: JULY.checkOutDate, ...PARTY }
    expect(await findOpenQuote(at(1), { id: offer, propertyId, stay })).toMatchObject({ isHeld: true })
    // They begin to fill the form, which holds the nights already.
    const begun = await call('POST', '/api/holds', { quoteId: offer })
    expect(begun).toMatchObject({
      status: 201,
      body: { expiresAt: new Date(NOON.getTime() + 24 * 3_600_000).toISOString() },
    })
    const bo = { guestName: 'Bo', guestEmail: 'bo@example.com', quoteId: offer, holdId: begun.body.id }
    expect(await call('POST', '/api/bookings', bo)).toMatchObject({ status: 201, body: { status: 'pending' } })
    expect(await held()).toEqual([{ kind: 'booking', nights: NIGHTS }])
    expect(await release()).toMatchObject({
      ok: false,
      status: 404,
      message: 'These nights are booked or released by now.',
    })
    expect(await undo(SENT)).toMatchObject({ ok: false, message: expect.stringContaining('booked or released by now') })
    expect(await held()).toEqual([{ kind: 'booking', nights: NIGHTS }])
  })

  test('are neither moved nor released by a guest who looks at other dates', async () => {
    const propertyId = await cabin()
    const { offer, send } = await offerFor('Bo')
    await send()
    const { body } = await call('POST', '/api/holds', { quoteId: offer })
    const august = { propertyId, checkInDate: '2027-08-01', checkOutDate: '2027-08-05', ...PARTY }
    const other = await call('POST', '/api/quotes', august)
    const moved = await call('POST', '/api/holds', { quoteId: other.body.id, replaces: body.id })
    expect(moved).toMatchObject({
      status: 201,
      body: { expiresAt: new Date(NOON.getTime() + 75 * 60_000).toISOString() },
    })
    expect(await call('DELETE', `/api/holds/${body.id}`, undefined)).toMatchObject({ status: 204 })
    expect(await held()).toEqual([
      { kind: 'hold', nights: NIGHTS },
      { kind: 'hold', nights: { from: '2027-08-01', to: '2027-08-05' } },
    ])
  })

  test('a hold of the guest lasts as long as the offer then, and counts no longer against their limit', async () => {
    await cabin()
    const { offer, send, id } = await offerFor('Bo')
    await call('POST', '/api/holds', { quoteId: offer }, services())
    expect(await send()).toMatchObject({ ok: true })
    expect(await listHeldOffersOf(at(23), id)).toHaveLength(1)
    expect(await held()).toHaveLength(1)
  })

  test('open by themselves when the offer expires', async () => {
    const propertyId = await cabin()
    const { id, send } = await offerFor('Bo')
    await send()
    expect(await listHeldOffersOf(at(23.9), id)).toHaveLength(1)
    expect(await listHeldOffersOf(at(24), id)).toEqual([])
    const eve = { guestName: 'Eve', guestEmail: 'eve@example.com', propertyId, ...JULY, ...PARTY }
    expect(await call('POST', '/api/bookings', eve, at(23.9))).toMatchObject({ status: 409 })
    expect(await call('POST', '/api/bookings', eve, at(24))).toMatchObject({ status: 201 })
    expect(await held()).toEqual([{ kind: 'booking', nights: NIGHTS }])
  })

  testOnBoth(
    'of two operators, or an operator and a guest, one gets the nights, and nothing else is sent',
    async () => {
      const propertyId = await cabin()
      const [bo, cy] = [await offerFor('Bo'), await offerFor('Cy')]
      const sent = await Promise.all([bo.send(), cy.send()])
      expect(sent.filter(({ ok }) => ok)).toHaveLength(1)
      const message = 'Somebody else has some of these nights by now. Nothing was sent.'
      expect(sent.find(({ ok }) => !ok)).toMatchObject({ status: 409, message })
      expect(await held()).toHaveLength(1)
      expect(await queued()).toHaveLength(1)
      await database().db.delete(occupancies)
      const di = await offerFor('Di')
      const eve = { guestName: 'Eve', guestEmail: 'eve@example.com', propertyId, ...JULY, ...PARTY }
      const [offered, booked] = await Promise.all([di.send(), call('POST', '/api/bookings', eve, services())])
      expect([offered.ok, booked.status === 201].filter(Boolean)).toHaveLength(1)
      expect(await held()).toHaveLength(1)
    },
  )

  test('what was typed stays when they are taken, or when the link was deleted', async () => {
    const propertyId = await cabin()
    const { send, text, offer } = await offerFor('Bo')
    const gone = await send({ text: 'No link here.' })
    expect(gone).toMatchObject({
      ok: false,
      status: 400,
      fields: { text: expect.stringContaining('link of the offer') },
    })
    await makeBooking(database().db, propertyId, NIGHTS)
    const refused = await send()
    expect(refused).toMatchObject({
      ok: false,
      status: 409,
      answer: { result: { initialValue: { text, hold: offer } } },
    })
    expect(await queued()).toEqual([])
    // The same text can be sent without a hold.
    expect(await send({ hold: '' })).toMatchObject({ ok: true })
  })

  test('an expired offer holds nothing, and a second press of the same form nothing more', async () => {
    await cabin()
    const { send } = await offerFor('Bo')
    expect(await send({}, at(24))).toMatchObject({ ok: false, message: expect.stringContaining('expired') })
    const key = randomUUID()
    const twice = await Promise.all([send({ key }), send({ key })])
    expect(twice).toMatchObject([{ ok: true }, { ok: true }])
    expect(await queued()).toHaveLength(1)
    expect(await send()).toMatchObject({ ok: false, message: 'This offer was on hold before. Add the offer again.' })
  })

  test('are released in the conversation, and held again by Undo while nobody else has them', async () => {
    const propertyId = await cabin()
    const { send, release, id } = await offerFor('Bo')
    await send()
    const others = { services: services(), by: MIA, params: { conversation: randomUUID() } }
    const [hold] = await listHeldOffersOf(services(), id)
    expect(await postChange(heldOfferChanges.release, others, { id: hold?.offer ?? '' })).toMatchObject({ status: 404 })
    expect(await release()).toMatchObject({ ok: true })
    expect(await held()).toEqual([])
    expect(await undo(RELEASED)).toMatchObject({ ok: true })
    expect(await held()).toEqual([{ kind: 'hold', nights: NIGHTS }])
    expect(await release()).toMatchObject({ ok: true })
    await makeBooking(database().db, propertyId, NIGHTS)
    expect(await undo(RELEASED)).toMatchObject({ ok: false })
    expect(await database().db.select().from(bookings)).toHaveLength(1)
  })
})

import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { occupancies } from '#app/features/availability/availability.tables.server.ts'
import { historyFilterFromQuery, listHistory } from '#app/features/back-office/history.server.ts'
import { undoChange } from '#app/features/back-office/undo.server.ts'
import { bookings } from '#app/features/bookings/bookings.tables.server.ts'
import { expireAllOverdue } from '#app/features/bookings/status/expire-bookings.server.ts'
import { UNNAMED } from '#app/platform/http/operator-access.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { describeWithDatabase } from '#test/database.ts'
import { makePricedProperty, makeSite, NOON } from '#test/factories.ts'
import { useOffers } from '#test/offers.ts'
import { DAY, MINUTE, payingByCard } from '#test/paying-by-card.ts'
import { listHeldOffersOf } from './held-offers.server.ts'

const undo = async (services: Services) => {
  const { entries } = await listHistory(services, historyFilterFromQuery(new URLSearchParams()), UNNAMED)
  const sent = entries.find(({ words }) => words === 'Offer sent, with its nights on hold')
  return undoChange(services, { id: sent?.id ?? '', by: UNNAMED })
}

describeWithDatabase('paying nights on hold with an offer by card', (database) => {
  beforeEach(() => makeSite(database().db))
  const { at, call } = payingByCard(database)
  const offerFor = useOffers(database)
  const BO = { guestName: 'Bo', guestEmail: 'bo@example.com' }
  const until = (ms: number) => new Date(NOON.getTime() + ms)
  const held = () => database().db.select().from(occupancies)

  async function sentToBo() {
    const propertyId = await makePricedProperty(database().db, { name: 'Cabin', slug: 'cabin' })
    const offered = await offerFor('Bo')
    await offered.send()
    const pay = (ms: number, more: object = {}) =>
      call('POST', '/api/bookings', { ...BO, quoteId: offered.offer, ...more }, at(ms))
    const listed = (ms: number) => listHeldOffersOf(at(ms), offered.id)
    return { ...offered, propertyId, pay, listed }
  }

  test('ends like every payment, and then the offer has its nights again', async () => {
    const { offer, pay, listed, propertyId } = await sentToBo()
    const first = await pay(60 * MINUTE)
    expect(first).toMatchObject({ status: 201, body: { status: 'held' } })
    expect(await held()).toMatchObject([{ expiresAt: until(75 * MINUTE), quoteId: null }])
    expect(await listed(61 * MINUTE)).toEqual([])
    expect(await pay(61 * MINUTE)).toMatchObject({ status: 409 })
    await expireAllOverdue(at(75 * MINUTE))
    expect(await held()).toMatchObject([{ kind: 'hold', quoteId: offer, bookingId: null, expiresAt: until(DAY) }])
    expect(await listed(76 * MINUTE)).toMatchObject([{ offer }])
    const stay = { propertyId, checkInDate: '2027-07-01', checkOutDate: '2027-07-05', adults: 2 }
    const eve = { guestName: 'Eve', guestEmail: 'eve@example.com', ...stay }
    expect(await call('POST', '/api/bookings', eve, at(76 * MINUTE))).toMatchObject({ status: 409 })
    expect(await pay(77 * MINUTE)).toMatchObject({ status: 201, body: { status: 'held' } })
    expect(await held()).toMatchObject([{ expiresAt: until(92 * MINUTE) }])
    const [abandoned] = await database().db.select().from(bookings).where(eq(bookings.id, first.body.id))
    expect(abandoned).toMatchObject({ status: 'expired' })
  })

  test('begins again in the same window without more time', async () => {
    const { pay } = await sentToBo()
    const first = await pay(0)
    const again = await pay(10 * MINUTE, { holdId: first.body.holdId })
    expect(again).toMatchObject({ status: 201 })
    expect(await held()).toMatchObject([{ bookingId: again.body.id, expiresAt: until(15 * MINUTE) }])
    await expireAllOverdue(at(15 * MINUTE))
    expect(await held()).toMatchObject([{ bookingId: null, expiresAt: until(DAY) }])
  })

  test('does not move the nights when its guest looks at other dates', async () => {
    const { pay, propertyId, offer } = await sentToBo()
    const { body } = await pay(0)
    const august = { propertyId, checkInDate: '2027-08-01', checkOutDate: '2027-08-05', adults: 2 }
    const other = await call('POST', '/api/quotes', august, at(MINUTE))
    const moved = { quoteId: other.body.id, replaces: body.holdId }
    expect(await call('POST', '/api/holds', moved, at(MINUTE))).toMatchObject({ status: 201 })
    expect(await call('POST', '/api/bookings', { ...BO, ...august, holdId: body.holdId }, at(MINUTE))).toMatchObject({
      status: 409,
    })
    await expireAllOverdue(at(20 * MINUTE))
    expect(await held()).toMatchObject([{ quoteId: offer, nights: { from: '2027-07-01' } }])
  })

  test('a hold of the guest, who is booking, is neither listed nor released by an operator', async () => {
    const { offer, release, listed } = await sentToBo()
    await release()
    const begun = await call('POST', '/api/holds', { quoteId: offer }, at(0))
    expect(begun).toMatchObject({ status: 201, body: { expiresAt: until(15 * MINUTE).toISOString() } })
    expect(await listed(MINUTE)).toEqual([])
    expect(await release()).toMatchObject({ ok: false, status: 404 })
    expect(await undo(at(MINUTE))).toMatchObject({ ok: false })
    expect(await held()).toHaveLength(1)
  })

  test('leaves nothing on hold once the offer has expired', async () => {
    const { pay } = await sentToBo()
    await pay(DAY - MINUTE)
    expect(await held()).toMatchObject([{ expiresAt: until(DAY + 14 * MINUTE) }])
    await expireAllOverdue(at(DAY + 14 * MINUTE))
    expect(await held()).toEqual([])
  })
})

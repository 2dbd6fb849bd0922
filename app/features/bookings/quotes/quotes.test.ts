import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { makeChange } from '#app/platform/change/define.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { describeWithDatabase } from '#test/database.ts'
import { makePricedProperty, makeQuote, NOON, testClock, testServices } from '#test/factories.ts'
import { declineBooking } from '../manage/page/confirm-booking.server.ts'
import { requestBooking } from '../request/request-booking.server.ts'
import { findOpenQuote } from './quotes.server.ts'

describeWithDatabase('quote in the address', (database) => {
  const dates = { from: '2027-07-01', to: '2027-07-05' }
  const party = { adults: 2, children: 1, infants: 0, pets: 0 }
  const stay = { checkIn: dates.from, checkOut: dates.to, ...party }
  const at = (hours: number): Services =>
    testServices(database(), { clock: testClock(new Date(NOON.getTime() + hours * 3_600_000)) })

  test('a quote is found only for its exact stay while it can be booked', async () => {
    const { db } = database()
    const propertyId = await makePricedProperty(db)
    const { id, token, expiresAt } = await makeQuote(db, propertyId, dates, { ...party, promoCode: 'COVE10' })
    const asked = { id, propertyId, stay }
    expect(await findOpenQuote(at(0), asked)).toEqual({
      offer: null,
      isHeld: false,
      id,
      path: `/quotes/${token}`,
      stay,
      promoCode: 'COVE10',
      until: expiresAt.getTime(),
    })
    for (const other of [
      { id: '' },
      { id: 'nonsense' },
      { id: randomUUID() },
      { id: token },
      { propertyId: 'nonsense' },
      { propertyId: await makePricedProperty(db) },
      { stay: { ...stay, checkOut: '2027-07-06' } },
      { stay: { ...stay, adults: 3 } },
    ]) {
      expect(await findOpenQuote(at(0), { ...asked, ...other }), JSON.stringify(other)).toBeNull()
    }
    expect(await findOpenQuote(at(23), asked)).not.toBeNull()
    expect(await findOpenQuote(at(24), asked)).toBeNull()
  })

  test('a quote is not found while it is booked, and again once that booking has ended', async () => {
    const { db } = database()
    const propertyId = await makePricedProperty(db)
    const { id } = await makeQuote(db, propertyId, dates, { ...party, totalAmount: '3652.00' })
    const guest = { guestName: 'Ada Guest', guestEmail: 'ada@example.com' }
    const booked = await requestBooking(at(0), { quoteId: id, ...party, ...guest })
    if (!booked.ok) throw new Error(booked.message)
    const asked = { id, propertyId, stay }
    expect(await findOpenQuote(at(1), asked)).toBeNull()
    await makeChange(declineBooking, { services: at(2), id: booked.booking.reference }, { message: '' })
    expect(await findOpenQuote(at(3), asked)).toMatchObject({ id })
  })
})

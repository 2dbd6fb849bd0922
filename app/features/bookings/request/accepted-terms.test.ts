import { expect, test } from 'vitest'
import { legalDocuments } from '#app/features/site/site.tables.server.ts'
import { describeWithDatabase } from '#test/database.ts'
import { makePricedProperty, testServices } from '#test/factories.ts'
import { bookings } from '../bookings.tables.server.ts'
import { bookingRequestSchema } from '../bookings.ts'
import { requestBooking } from './request-booking.server.ts'

describeWithDatabase('accepted legal terms', (database) => {
  const book = (propertyId: string, change: Record<string, unknown>) => {
    const party = { propertyId, adults: 2, guestName: 'Ada Guest', guestEmail: 'ada@example.com' }
    const stay = { checkInDate: '2027-07-01', checkOutDate: '2027-07-05' }
    return requestBooking(testServices(database()), bookingRequestSchema.parse({ ...party, ...stay, ...change }))
  }
  const accepted = async () => {
    const rows = await database().db.select({ version: bookings.termsVersion }).from(bookings)
    return rows.map(({ version }) => version)
  }

  test('a booking stores the accepted version, and is refused when the terms changed meanwhile', async () => {
    const propertyId = await makePricedProperty(database().db)
    const terms = { kind: 'terms', title: 'Terms', body: '{"lead":"","sections":[]}' } as const
    await database()
      .db.insert(legalDocuments)
      .values([
        { ...terms, version: 'first', effectiveOn: '2027-01-01' },
        { ...terms, version: 'second', effectiveOn: '2027-05-01' },
      ])
    const outcome = await book(propertyId, { termsVersion: 'first' })
    expect(outcome).toMatchObject({ ok: false, reason: 'terms-changed', message: expect.stringContaining('read') })
    expect(await accepted()).toEqual([])
    expect(await book(propertyId, { termsVersion: 'second' })).toMatchObject({ ok: true })
    const september = { checkInDate: '2027-09-20', checkOutDate: '2027-09-24' }
    expect(await book(propertyId, september), 'by a call that names none').toMatchObject({ ok: true })
    expect(await accepted()).toEqual(['second', 'second'])
  })

  test('a booking stores no version while the operator has no terms', async () => {
    const propertyId = await makePricedProperty(database().db)
    expect(await book(propertyId, { termsVersion: '' })).toMatchObject({ ok: true })
    expect(await accepted()).toEqual([null])
  })
})

import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { blocks } from '#app/features/availability/availability.tables.server.ts'
import { undoChange } from '#app/features/back-office/undo.server.ts'
import { recordPaidElsewhere } from '#app/features/bookings/booking-payments.server.ts'
import { bookings, bookingVersions } from '#app/features/bookings/bookings.tables.server.ts'
import { bookByHand } from '#app/features/bookings/manage/by-hand/book-by-hand.server.ts'
import { storeCancellation } from '#app/features/bookings/status/store-cancellation.server.ts'
import { importChanges } from '#app/features/import/import.changes.server.ts'
import { fileUploadChanges } from '#app/features/import/import-file.changes.server.ts'
import { getImportPage } from '#app/features/import/import-page.server.ts'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import { runChange } from '#app/platform/change/change.server.ts'
import { makeChange } from '#app/platform/change/define.server.ts'
import { UNNAMED } from '#app/platform/http/operator-access.server.ts'
import { postChange } from '#test/changes/post-change.ts'
import { describeOnBothDatabases } from '#test/database.ts'
import { makeBooking, makeImport, makePricedProperty, makeSite, testClock, testServices } from '#test/factories.ts'
import { getBusiness } from './business.server.ts'
import { averageLead, averageStay } from './business.ts'

describeOnBothDatabases('business', (database) => {
  const by = { ...UNNAMED, name: 'mia' }
  const clock = testClock()
  const services = () => testServices(database(), { clock })
  const business = (year: string, asked: Record<string, string> = {}) =>
    getBusiness(services(), new URLSearchParams({ year, ...asked }))
  const cabin = () => makePricedProperty(database().db, { slug: 'cabin', name: 'Cabin' })

  async function importFile(lines: string[]) {
    const text = ['Reference,Guest,Arrival,Departure,Guests,Channel,Total,Paid', ...lines].join('\n')
    const form = new FormData()
    form.append('kind', 'bookings')
    form.append('property', 'cabin')
    form.append('file', new File([text], 'file.csv', { type: 'text/csv' }))
    const uploaded = await runChange(fileUploadChanges.upload, { services: services(), by, form })
    if (!uploaded.ok) throw new Error('the file was not stored')
    const file = uploaded.to?.split('/').at(-1) ?? ''
    const seen = (await getImportPage(services(), file))?.bookings?.seen ?? ''
    const outcome = await postChange(importChanges.bookings, { services: services(), by, params: { file } }, { seen })
    if (!outcome.ok) throw new Error(outcome.message)
    return outcome.id ?? ''
  }

  async function bookTheCabin() {
    const party = { adults: 2, children: 0, infants: 0, pets: 0 }
    const stay = { checkIn: '2027-08-01', checkOut: '2027-08-05', ...party }
    const guest = { name: 'Ida Phone', email: 'ida@example.com', phone: null }
    const price = { by: 'agreement', total: 110_000, reason: 'Returning guest' } as const
    const how = { source: 'phone', note: '', notifyGuest: false, price, payment: { by: 'none' } } as const
    const input = { property: 'cabin', stay, guest, ...how, key: randomUUID() }
    const outcome = await makeChange(bookByHand, { services: services(), by }, input)
    if (!outcome.ok) throw new Error(JSON.stringify(outcome))
    return outcome.id ?? ''
  }

  test('counts no booking as canceled that Undo took back', async () => {
    const { db } = services()
    const property = await cabin()
    const file = await importFile([
      'A1,Hal Stone,2027-06-03,2027-06-10,2,Vrbo,1100.00,1100.00',
      'A2,Ann Stone,2027-07-03,2027-07-10,2,Vrbo,2200.00,2200.00',
    ])
    for (const id of [file, await bookTheCabin()]) {
      expect(await undoChange(services(), { id, by })).toMatchObject({ ok: true })
    }
    expect((await business('2027')).canceled).toEqual({ stays: 0, retained: 0 })
    expect((await business('2027', { canceled: 'yes' })).opened).toEqual([])
    expect((await business('2027', { month: '2027-06' })).opened).toEqual([])
    const canceled = { status: 'confirmed', reference: 'TST-1' } as const
    await makeBooking(db, property, { from: '2027-09-01', to: '2027-09-05' }, canceled)
    await bookTheCabin()
    for (const booking of await db.select().from(bookings)) {
      if (booking.status !== 'confirmed') continue
      const how = { booking, refund: 0, now: clock.now(), cause: 'operator', by, reason: null } as const
      await db.transaction((tx) => storeCancellation(tx, how))
    }
    const report = await business('2027', { canceled: 'yes' })
    expect(report.canceled.stays).toBe(2)
    expect(report.opened).toHaveLength(2)
  })

  test('has what came for a booking that Undo took back, without counting it as canceled', async () => {
    const { db } = services()
    await cabin()
    expect(await undoChange(services(), { id: await bookTheCabin(), by })).toMatchObject({ ok: true })
    const [booking] = await db.select().from(bookings)
    const paid = { bookingId: booking?.id ?? '', amount: 300_00, note: 'check', by, now: clock.now() }
    await db.transaction((tx) => recordPaidElsewhere(tx, paid))
    const year = clock.now().toISOString().slice(0, 4)
    const month = clock.now().toISOString().slice(0, 7)
    const report = await business(year, { month })
    expect(report.total.now.revenue).toBe(300_00)
    expect(report.canceled).toEqual({ stays: 0, retained: 0 })
    expect(report.opened).toMatchObject([{ revenue: 300_00 }])
    expect((await business(year, { canceled: 'yes' })).opened).toEqual([])
  })

  test('has a lead time without imported stays, which were not booked on the day of their import', async () => {
    const property = await cabin()
    await importFile(['A1,Hal Stone,2027-06-03,2027-06-10,2,Vrbo,1100.00,1100.00'])
    const imported = (await business('2027')).total.now
    expect(imported).toMatchObject({ stays: 1, stayedNights: 7 })
    expect(averageLead(imported)).toBeNull()
    const createdAt = new Date('2027-05-01T18:00:00Z')
    await makeBooking(
      database().db,
      property,
      { from: '2027-06-20', to: '2027-06-22' },
      { status: 'confirmed', createdAt },
    )
    const both = (await business('2027')).total.now
    expect(averageStay(both)).toBe(4.5)
    expect(averageLead(both)).toBe(50)
  })

  test('has nights that could be sold without blocked ones, unless these were sold or are before the first day', async () => {
    const { db } = services()
    const property = await cabin()
    await db.update(properties).set({ createdAt: new Date('2027-06-05T18:00:00Z') })
    await makeBooking(db, property, { from: '2027-06-10', to: '2027-06-15' }, { status: 'confirmed' })
    await makeBooking(db, property, { from: '2027-06-28', to: '2027-07-03' }, { status: 'confirmed' })
    await makeBooking(db, property, { from: '2027-06-16', to: '2027-06-18' }, { status: 'pending' })
    await makeImport(db, property, { from: '2027-06-22', to: '2027-06-26' })
    const block = (from: string, to: string, kind: 'closed' | 'owner') => ({
      propertyId: property,
      nights: { from, to },
      kind,
    })
    await db
      .insert(blocks)
      .values([
        block('2027-06-01', '2027-06-07', 'closed'),
        block('2027-06-08', '2027-06-20', 'closed'),
        block('2027-06-30', '2027-07-05', 'owner'),
      ])
    const { months } = await business('2027')
    // June has 26 nights from its fifth on. Blocked without a stay are 5 to 6, 8 to 9, and 15 to 19.
    expect(months[5]?.now).toMatchObject({ nights: 8, closedNights: 9, ownerNights: 0, open: 17 })
    expect(months[6]?.now).toMatchObject({ nights: 2, closedNights: 0, ownerNights: 2, open: 29 })
  })

  test('compares February 29 with the last day of February of the year before, in the operator’s time zone', async () => {
    const { db } = services()
    await makeSite(db)
    const property = await cabin()
    const stays = [
      { from: '2027-08-02', to: '2027-08-03', booked: '2027-02-28T18:00:00Z' },
      { from: '2027-08-03', to: '2027-08-05', booked: '2027-03-01T18:00:00Z' },
    ]
    for (const { booked, ...nights } of stays) {
      const id = await makeBooking(db, property, nights, { status: 'confirmed' })
      await db
        .update(bookingVersions)
        .set({ recordedAt: new Date(booked) })
        .where(eq(bookingVersions.bookingId, id))
    }
    const paceAt = async (now: string) => {
      clock.set(new Date(now))
      return (await business('2028')).months[7]?.pace.nights
    }
    expect(await paceAt('2028-02-28T19:00:00Z')).toBe(1)
    expect(await paceAt('2028-02-29T19:00:00Z')).toBe(1)
    // The evening of February 28 and 29 in Denver.
    expect(await paceAt('2028-02-29T04:00:00Z')).toBe(1)
    expect(await paceAt('2028-03-01T04:00:00Z')).toBe(1)
    expect(await paceAt('2028-03-01T19:00:00Z')).toBe(3)
  })
})

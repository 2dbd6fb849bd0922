import { expect, test } from 'vitest'
import { listConflicts } from '#app/features/availability/conflicts.server.ts'
import { bookings } from '#app/features/bookings/bookings.tables.server.ts'
import { describeWithDatabase } from '#test/database.ts'
import { makeFeed, makeImport, makePricedProperty, testServices } from '#test/factories.ts'
import { AIRBNB, importing } from '#test/importing.ts'

const BOOKING_COM =
  'Book number,Booked by,Guest name(s),Check-in,Check-out,Booked on,Status,Rooms,People,Adults,Children,Price,Commission %,Commission amount,Payment status,Remarks,Phone number'

describeWithDatabase('a file of a platform', (database) => {
  const services = () => testServices(database())
  const db = () => database().db

  const { look, bring } = importing(services)
  const cabin = () => makePricedProperty(db(), { slug: 'cabin', name: 'Cabin' })
  const stored = async () =>
    (await db().select().from(bookings).orderBy(bookings.checkInDate)).map(({ guestName, source, totalAmount }) => [
      guestName,
      source,
      totalAmount,
    ])

  test('of Airbnb says by its headings where its stays were booked', async () => {
    await cabin()
    await bring(AIRBNB, 'HMTAX00001,Confirmed,Tia Tax,,2,12/13/2027,12/17/2027,Lodge,"$2,000.00"')
    expect(await stored()).toEqual([['Tia Tax', 'airbnb', '2000.00']])
  })

  test('of Booking.com is read: its columns, states and prices', async () => {
    await cabin()
    const { preview } = await look(
      BOOKING_COM,
      '4012345678,"Berg, Ida",Ida Berg,2028-02-16,2028-02-19,2026-11-20 10:11:12,ok,1,2,2,0,1250.5 USD,15,187.58 USD,Paid online,Late arrival,+1 970 555 0101',
      '4012345679,"Late, Bo",Bo Late,2028-02-22,2028-02-25,2026-11-20 10:11:12,cancelled_by_guest,1,2,2,0,1250.5 USD,15,,,,',
    )
    expect(preview).toMatchObject({ count: 1, total: '$1,250.50', skipped: ['1 canceled booking'] })
    expect(preview?.good.rows).toMatchObject([{ guest: 'Ida Berg', from: 'Booking.com 4012345678' }])
  })

  test('that does not say where its stays were booked is asked about', async () => {
    await cabin()
    const { page } = await look('Guest,Arrival,Departure,Total', 'Ida Berg,2027-12-01,2027-12-04,100')
    expect(page.missing).toEqual(['where the bookings were made'])
    expect(page.bookings).toBe(null)
  })

  test('keeps the nights of a guest whose phone or address cannot be read, and what it says of them', async () => {
    await cabin()
    const { preview } = await look(
      `${AIRBNB},Email`,
      'HM1,Change requested,Ida Berg,call the office,2,12/21/2027,12/24/2027,Lodge,100,none',
    )
    const words = '“none” isn’t an email address. “call the office” isn’t a phone number.'
    expect(preview).toMatchObject({ count: 1, wrong: { rows: [] }, unread: { rows: [{ line: 2, words }] } })
    await bring(`${AIRBNB},Email`, 'HM1,Confirmed,Ida Berg,call the office,2,12/21/2027,12/24/2027,Lodge,100,none')
    const [row] = await db().select().from(bookings)
    expect(row).toMatchObject({ guestPhone: null, guestEmail: '', checkInDate: '2027-12-21' })
    expect(row?.privateNote).toContain('“call the office” isn’t a phone number.')
  })

  test('that comes again names what changed there', async () => {
    await cabin()
    const line = (code: string, status: string, guest: string, nights: string, total: string) =>
      `${code},${status},${guest},,2,${nights},Lodge,"${total}"`
    await bring(
      AIRBNB,
      line('HMZZZ1', 'Confirmed', 'Ida Moves', '11/20/2027,11/24/2027', '$900.00'),
      line('HMZZZ2', 'Confirmed', 'Bo Goes', '11/25/2027,11/29/2027', '$800.00'),
      line('HMZZZ3', 'Confirmed', 'Cy Stays', '12/01/2027,12/04/2027', '$700.00'),
      line('HMZZZ4', 'Confirmed', 'Di Pays', '12/05/2027,12/08/2027', '$600.00'),
    )
    const { preview } = await look(
      AIRBNB,
      line('HMZZZ1', 'Confirmed', 'Ida Moves', '11/21/2027,11/25/2027', '$950.00'),
      line('HMZZZ2', 'Canceled by guest', 'Bo Goes', '11/25/2027,11/29/2027', '$0.00'),
      line('HMZZZ3', 'Confirmed', 'Cy Stays', '12/01/2027,12/04/2027', '$700.00'),
      line('HMZZZ4', 'Confirmed', 'Di Pays', '12/05/2027,12/08/2027', '$650.00'),
    )
    expect(preview?.count).toBe(0)
    expect(preview?.doubles.rows).toMatchObject([{ line: 4 }])
    const changed = preview?.changed.rows.toSorted((one, other) => one.line - other.line)
    expect(changed?.map(({ line: at, words }) => [at, words.replace(/[2-9B-Z]{3}-[2-9B-Z]{3}/, 'HERE')])).toEqual([
      [2, 'Ida Moves, Nov 21–25, 2027: HERE has Nov 20–24, 2027 here, $950.00 there, and $900.00 here.'],
      [3, 'Bo Goes, Nov 25–29, 2027: canceled there, and confirmed here as HERE.'],
      [5, 'Di Pays, Dec 5–8, 2027: HERE $650.00 there, and $600.00 here.'],
    ])
  })

  const IDA = 'HMTEST0001,Confirmed,Ida Berg,,2,10/15/2027,10/19/2027,Lodge,"$4,830.50"'
  const IDAS = { from: '2027-10-15', to: '2027-10-19' }
  const conflicts = async (propertyId: string) => listConflicts(services(), { propertyId })

  test('joins the event of a calendar that has its nights', async () => {
    const property = await cabin()
    await makeImport(db(), property, IDAS, { eventKind: 'reserved' })
    await makeImport(db(), property, { from: '2027-10-20', to: '2027-10-23' }, { eventKind: 'reserved' })
    const other = 'HMTEST0002,Confirmed,Bo Other,,2,10/20/2027,10/24/2027,Lodge,100'
    const { preview } = await look(AIRBNB, IDA, other)
    expect(preview).toMatchObject({ count: 1, conflicts: { rows: [{ line: 3 }] } })
    expect(await bring(AIRBNB, IDA, other)).toMatchObject({ ok: true })
    expect(await stored()).toHaveLength(1)
    expect(await conflicts(property)).toEqual([])
  })

  test('is joined by the event of a calendar that is connected later', async () => {
    const property = await cabin()
    await bring(AIRBNB, IDA)
    const feedId = await makeFeed(db(), property)
    await makeImport(db(), property, IDAS, { eventKind: 'reserved', feedId })
    expect(await conflicts(property)).toEqual([])
    await makeImport(db(), property, { from: '2027-10-18', to: '2027-10-20' }, { eventKind: 'reserved', feedId })
    expect(await conflicts(property)).toHaveLength(1)
  })
})

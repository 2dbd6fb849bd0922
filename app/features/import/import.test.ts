import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { blocks, occupancies } from '#app/features/availability/availability.tables.server.ts'
import { withPropertyLock } from '#app/features/availability/property-lock.server.ts'
import { historyFilterFromQuery, listHistory } from '#app/features/back-office/history.server.ts'
import { undoChange } from '#app/features/back-office/undo.server.ts'
import { getRecordedMoney } from '#app/features/bookings/booking-payments.server.ts'
import { moneyOf } from '#app/features/bookings/booking-summary.ts'
import { bookings } from '#app/features/bookings/bookings.tables.server.ts'
import { bookingChanges } from '#app/features/bookings/manage/page/booking.changes.server.ts'
import { ledger } from '#app/features/bookings/payments/payments.tables.server.ts'
import { nightOverrides } from '#app/features/pricing/pricing.tables.server.ts'
import { runChange } from '#app/platform/change/change.server.ts'
import { versionOf } from '#app/platform/change/version.server.ts'
import { UNNAMED } from '#app/platform/http/operator-access.server.ts'
import { emailLogs } from '#app/platform/mail/mail.tables.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { postChange } from '#test/changes/post-change.ts'
import { describeWithDatabase, testOnBoth } from '#test/database.ts'
import { makeBooking, makeImport, makePricedProperty } from '#test/factories.ts'
import { FILES } from '#test/import-files.ts'
import { expectSoundMoney } from '#test/money-invariants.ts'
import { MINUTE, payingByCard } from '#test/paying-by-card.ts'
import { importChanges } from './import.changes.server.ts'
import { importedBookings, importFiles } from './import.tables.server.ts'
import { fileChanges, fileUploadChanges } from './import-file.changes.server.ts'
import { getImportPage } from './import-page.server.ts'

const HOUR = 60 * MINUTE
const by = { ...UNNAMED, name: 'mia' }
const HEAD = 'Reference,Guest,Arrival,Departure,Guests,Channel,Total,Paid'

describeWithDatabase('an import', (database) => {
  const { at, mails } = payingByCard(database)
  expectSoundMoney(database)

  const cabin = () => makePricedProperty(database().db, { slug: 'cabin', name: 'Cabin' })

  async function upload(text: string, fields: { kind?: string; property?: string } = {}, services: Services = at(0)) {
    const form = new FormData()
    for (const [name, value] of Object.entries({ kind: 'bookings', property: 'cabin', ...fields }))
      form.append(name, value)
    form.append('file', new File([text], 'file.csv', { type: 'text/csv' }))
    return runChange(fileUploadChanges.upload, { services, by, form })
  }
  async function fileOf(...asked: Parameters<typeof upload>) {
    const outcome = await upload(...asked)
    if (!outcome.ok) throw new Error(JSON.stringify(outcome.fields))
    return outcome.to?.split('/').at(-1) ?? ''
  }
  async function previewOf(id: string, services = at(0)) {
    const page = await getImportPage(services, id)
    if (!page) throw new Error('the file is gone')
    return page
  }
  async function importFile(id: string, services = at(0)) {
    const page = await getImportPage(services, id)
    const kind = page?.kind ?? 'bookings'
    const seen = page?.[kind]?.seen ?? ''
    return postChange(importChanges[kind], { services, by, params: { file: id } }, { seen })
  }
  const undo = (outcome: { id?: string | null }, services = at(0)) => undoChange(services, { id: outcome.id ?? '', by })
  const stays = () => database().db.select().from(bookings).orderBy(bookings.checkInDate)
  async function imported(text: string) {
    const outcome = await importFile(await fileOf(text))
    if (!outcome.ok) throw new Error(outcome.message)
    return outcome
  }

  test('stores all good bookings at once, with what was paid, and mails nobody', async () => {
    await cabin()
    const id = await fileOf(FILES.ownerRez)
    const { bookings: preview } = await previewOf(id)
    expect(preview).toMatchObject({ count: 1, total: '$3,300.00', paid: '$1,650.00', conflicts: { rows: [] } })
    expect(preview?.wrong.rows.map(({ line }) => line)).toEqual([4, 5])
    expect(await stays()).toEqual([])
    const outcome = await importFile(id)
    expect(outcome).toMatchObject({ ok: true, to: '/admin/bookings?view=all' })
    const [stay, ...others] = await stays()
    expect(others).toEqual([])
    expect(stay).toMatchObject({
      ...{ status: 'confirmed', source: 'vrbo', guestName: 'Hal Stone', guestEmail: 'hal@example.com', pets: 1 },
      ...{ checkInDate: '2027-10-03', checkOutDate: '2027-10-10', totalAmount: '3300.00', paymentSchedule: null },
      privateNote: 'Imported. Booked on VRBO. Reference there: ORB1001.\nArrives late.\nWants the crib.',
    })
    if (stay)
      expect(moneyOf(await getRecordedMoney(database().db, stay))).toMatchObject({ paid: 165_000, due: 165_000 })
    expect(await database().db.select().from(occupancies)).toMatchObject([
      { kind: 'booking', bookingId: stay?.id, nights: { from: '2027-10-03', to: '2027-10-10' } },
    ])
    expect([await mails(), await database().db.select().from(emailLogs)]).toEqual([[], []])
    // The file is gone with it, so that a second press imports nothing.
    expect(await importFile(id)).toMatchObject({ ok: false, status: 404 })
  })

  test('names doubles of the file and of earlier imports, and nights that somebody has', async () => {
    const property = await cabin()
    const { db } = database()
    await makeBooking(
      db,
      property,
      { from: '2027-10-20', to: '2027-10-24' },
      { status: 'confirmed', guestName: 'Ada Here' },
    )
    await db
      .insert(blocks)
      .values({ propertyId: property, nights: { from: '2027-11-01', to: '2027-11-05' }, kind: 'closed' })
    await makeImport(db, property, { from: '2027-11-10', to: '2027-11-12' })
    await imported(`${HEAD}\nA1,Ida Berg,2027-10-01,2027-10-05,2,Airbnb,100,0`)
    const text = [
      HEAD,
      'A1,Ida Berg-Moved,2027-12-01,2027-12-05,2,Airbnb,100,0',
      ',Ada Here,2027-10-20,2027-10-24,2,,100,0',
      'B1,Bo Late,2027-10-23,2027-10-26,2,Vrbo,100,0',
      'B2,Cy Owner,2027-11-04,2027-11-06,2,Vrbo,100,0',
      'B3,Di Feed,2027-11-11,2027-11-13,2,Vrbo,100,0',
      'B4,Eva New,2027-12-10,2027-12-14,2,Vrbo,100,0',
      'B4,Eva New,2027-12-10,2027-12-14,2,Vrbo,100,0',
      'B5,Finn Same,2027-12-13,2027-12-16,2,Vrbo,100,0',
      'B6,Gil After,2027-12-14,2027-12-16,2,Vrbo,100,0',
    ].join('\n')
    const { bookings: preview } = await previewOf(await fileOf(text))
    const [before] = await stays()
    expect(preview?.doubles.rows.map(({ line, words }) => [line, words.split(': ')[1]])).toEqual([
      [3, expect.stringContaining('already here as ')],
      [8, 'also in line 7.'],
    ])
    expect(preview?.changed.rows).toMatchObject([
      { line: 2, words: `Ida Berg-Moved, Dec 1–5, 2027: ${before?.reference} has Oct 1–5, 2027 here.` },
    ])
    expect(preview?.conflicts.rows.map(({ line, words }) => [line, words.split(': ')[1]])).toEqual([
      [4, expect.stringContaining('Ada Here (')],
      [5, 'You closed Nov 1–5. Open the nights in the calendar first.'],
      [6, expect.stringContaining('has Nov 10–12.')],
      [9, 'Line 7 has some of these nights.'],
    ])
    expect(preview?.good.rows.map(({ line }) => line)).toEqual([7, 10])
  })

  test('is refused as a whole, with a list, if nights were taken since it was shown', async () => {
    const property = await cabin()
    const rows = ['A1,Ida Berg,2027-10-01,2027-10-05,2,,100,0', 'A2,Bo Late,2027-10-10,2027-10-12,2,,100,0']
    const id = await fileOf([HEAD, ...rows].join('\n'))
    const { bookings: preview } = await previewOf(id)
    await makeBooking(database().db, property, { from: '2027-10-11', to: '2027-10-14' }, { status: 'confirmed' })
    const poster = { services: at(0), by, params: { file: id } }
    const refused = await postChange(importChanges.bookings, poster, { seen: preview?.seen ?? '' })
    expect(refused).toMatchObject({ ok: false, status: 409 })
    if (!refused.ok) expect(refused.message).toMatch(/nothing was imported.+\nLine 3: Bo Late.+has Oct 11–14/s)
    expect(await stays()).toHaveLength(1)
    expect(await importFile(id)).toMatchObject({ ok: true })
    expect(await stays()).toHaveLength(2)
  })

  testOnBoth('of two at once, one imports the file', async () => {
    await cabin()
    const id = await fileOf(`${HEAD}\nA1,Ida Berg,2027-10-01,2027-10-05,2,,100,50`)
    const outcomes = await Promise.all([importFile(id), importFile(id)])
    expect(outcomes.map(({ ok }) => ok).sort()).toEqual([false, true])
    expect(await stays()).toHaveLength(1)
  })

  test('is undone as a whole: nights are free, nothing is paid, and the file can be imported again', async () => {
    await cabin()
    const rows = ['A1,Ida Berg,2027-10-01,2027-10-05,2,,100,50', 'A2,Bo Late,2027-10-10,2027-10-12,2,,100,0']
    const text = [HEAD, ...rows].join('\n')
    const outcome = await imported(text)
    const { entries } = await listHistory(at(0), historyFilterFromQuery(new URLSearchParams()), UNNAMED)
    expect(entries).toMatchObject([
      {
        words: '2 bookings imported',
        facts: [{ name: 'From the file', after: 'file.csv: $200.00 total, $50.00 paid' }],
        properties: ['Cabin'],
        undo: 'possible',
      },
    ])
    expect(await undo(outcome)).toMatchObject({ ok: true })
    expect((await stays()).map(({ status }) => status)).toEqual(['cancelled', 'cancelled'])
    expect(await database().db.select().from(occupancies)).toEqual([])
    expect((await database().db.select().from(ledger)).map(({ amount }) => amount).sort()).toEqual(['-50.00', '50.00'])
    expect(await mails()).toEqual([])
    expect((await previewOf(await fileOf(text))).bookings?.count).toBe(2)
    expect(await undo(outcome)).toMatchObject({ ok: false, message: 'This was undone already.' })
  })

  test('is not undone once one of its bookings was changed, and is once that was undone; a private note stays', async () => {
    await cabin()
    const outcome = await imported(`${HEAD}\nA1,Ida Berg,2027-10-01,2027-10-05,2,Friends,100,0`)
    const [stay] = await stays()
    const asked = { services: at(1), by, params: { reference: stay?.reference ?? '' } }
    const change = await postChange(bookingChanges.source, asked, { source: 'email', version: versionOf(stay?.source) })
    expect(
      await postChange(bookingChanges.note, asked, { note: 'Two dogs', version: versionOf(stay?.privateNote) }),
    ).toMatchObject({ ok: true })
    const message = `The booking of Ida Berg (${stay?.reference}) was changed since. Nothing was changed.`
    expect(await undo(outcome)).toMatchObject({ ok: false, status: 409, message })
    await undo(change.ok ? change : {}, at(2))
    expect(await undo(outcome, at(3))).toMatchObject({ ok: true })
    expect(await stays()).toMatchObject([{ status: 'cancelled', privateNote: 'Two dogs' }])
  })

  test('asks for what the file leaves open: columns, homes by another name, and the order of its dates', async () => {
    await cabin()
    await makePricedProperty(database().db, { slug: 'lodge', name: 'Lodge' })
    const text =
      'Who,In,Out,Listing,Sum\nIda Berg,07/04/2027,07/06/2027,Lakeside,100\nBo Late,07/08/2027,07/09/2027,Old,100'
    const id = await fileOf(text, { property: '' })
    const page = await previewOf(id)
    expect(page).toMatchObject({ bookings: null, choices: { columns: ['', '', '', 'property', ''] } })
    expect(page.missing).toHaveLength(3)
    const choose = (fields: Record<string, string>) => {
      const columns = {
        'columns[0]': 'guest',
        'columns[1]': 'checkIn',
        'columns[2]': 'checkOut',
        'columns[3]': 'property',
      }
      const all = { ...columns, 'columns[4]': 'total', unstated: 'none', platform: 'Vrbo', ...fields }
      return postChange(fileChanges.columns, { services: at(0), by, params: { file: id } }, all)
    }
    expect(await choose({ 'columns[4]': 'guest' })).toMatchObject({
      ok: false,
      fields: { 'columns[4]': 'Another column is this already' },
    })
    await choose({})
    expect((await previewOf(id)).missing).toEqual(['what comes first in its dates'])
    await choose({ order: 'day' })
    expect(await previewOf(id)).toMatchObject({ unknownProperties: ['Lakeside', 'Old'], bookings: { count: 0 } })
    await choose({
      ...{ order: 'day', 'properties[0].named': 'Lakeside', 'properties[0].slug': 'lodge' },
      ...{ 'properties[1].named': 'Old', 'properties[1].slug': '-' },
    })
    const { bookings: preview } = await previewOf(id)
    expect(preview).toMatchObject({ wrong: { rows: [] }, skipped: ['1 row of a home that you left out'] })
    expect(preview?.good.rows).toMatchObject([{ property: 'Lodge', nights: 'Apr 7–Jun 7, 2027' }])
    await choose({ order: 'month', 'properties[0].named': 'Lakeside', 'properties[0].slug': 'lodge' })
    expect((await previewOf(id)).bookings?.good.rows).toMatchObject([{ property: 'Lodge', nights: 'Jul 4–6, 2027' }])
  })

  test('refuses a file that is none, and forgets a file after a day', async () => {
    await cabin()
    expect(await upload('hello')).toMatchObject({ ok: false, fields: { file: expect.stringContaining('isn’t a CSV') } })
    expect(await upload('')).toMatchObject({ ok: false, fields: { file: 'This file is empty.' } })
    expect(await upload('a,b\n1,2', { property: 'nowhere' })).toMatchObject({ ok: false, status: 409 })
    const id = await fileOf(`${HEAD}\nA1,Ida Berg,2027-10-01,2027-10-05,2,,100,0`)
    expect(await getImportPage(at(25 * HOUR), id)).toBeNull()
    expect(await importFile(id, at(25 * HOUR))).toMatchObject({ ok: false, status: 404 })
    await postChange(fileChanges.discard, { services: at(0), by, params: { file: id } }, {})
    expect(await database().db.select().from(importFiles)).toEqual([])
  })

  test('stores prices and minimums of nights in one change, which is undone', async () => {
    const property = await cabin()
    await database()
      .db.insert(nightOverrides)
      .values({ propertyId: property, date: '2027-10-01', priceOverride: '655.00', minimumStay: 3 })
    const id = await fileOf(FILES.priceLabs, { kind: 'prices' })
    const { prices } = await previewOf(id)
    expect(prices).toMatchObject({
      count: 2,
      properties: [
        {
          ...{ name: 'Cabin', nights: '3 nights, Oct 1–3, 2027', range: '$480.00 to $655.00', changing: 2, same: 1 },
          months: [
            { month: 'October 2027', nights: 2, before: '$480–$590, minimum 2', after: '$480–$655, minimum 2–3' },
          ],
        },
      ],
      wrong: { rows: [{ line: 6 }, { line: 8 }, { line: 9 }] },
      skipped: ['1 night in the past'],
    })
    const outcome = await importFile(id)
    expect(outcome).toMatchObject({ ok: true })
    const own = () => database().db.select().from(nightOverrides).orderBy(nightOverrides.date)
    expect(await own()).toMatchObject([
      { date: '2027-10-01', priceOverride: '655.00', minimumStay: 3 },
      { date: '2027-10-02', priceOverride: '655.00', minimumStay: 3 },
      { date: '2027-10-03', priceOverride: '480.00', minimumStay: 2 },
    ])
    if (outcome.ok) expect(await undo(outcome)).toMatchObject({ ok: true })
    expect(await own()).toMatchObject([{ date: '2027-10-01' }])
  })

  testOnBoth('waits for whoever changes the nights of the home right now', async () => {
    const property = await cabin()
    const id = await fileOf(`${HEAD}\nA1,Ida Berg,2027-10-01,2027-10-05,2,,100,0`)
    const page = await previewOf(id)
    const done: string[] = []
    const other = withPropertyLock(at(0), [property], async () => {
      await new Promise((resolve) => setTimeout(resolve, 200))
      done.push('other')
    })
    const poster = { services: at(0), by, params: { file: id } }
    const own = postChange(importChanges.bookings, poster, { seen: page.bookings?.seen ?? '' })
    await Promise.all([other, own.then(() => done.push('import'))])
    expect(done).toEqual(['other', 'import'])
    expect(await database().db.$count(importedBookings, eq(importedBookings.reference, 'A1'))).toBe(1)
  })
})

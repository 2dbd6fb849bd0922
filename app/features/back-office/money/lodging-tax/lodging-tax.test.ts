import { and, eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { ZodType } from 'zod'
import { undoChange } from '#app/features/back-office/undo.server.ts'
import type { PriceLine } from '#app/features/pricing/price.ts'
import type { Change } from '#app/platform/change/change.server.ts'
import { versionOf } from '#app/platform/change/version.server.ts'
import { bookings, bookingVersions, ledger, taxes } from '#app/platform/db/schema.server.ts'
import { type Operator, UNNAMED } from '#app/platform/http/operator-access.server.ts'
import { numericFromCents } from '#app/shared/money.ts'
import { postChange } from '#test/changes/post-change.ts'
import { describeWithDatabase } from '#test/database.ts'
import { accessFor, makeBooking, makeProperty, makeSite, testClock, testServices } from '#test/factories.ts'
import { moneyApi } from '../money.api.server.ts'
import { lodgingTaxChanges } from './lodging-tax.changes.server.ts'
import { getLodgingTax } from './lodging-tax.server.ts'

const CITY = 'Steamboat Springs'
const TAX = '11111111-1111-4111-8111-111111111111'

describeWithDatabase('lodging tax', (database) => {
  const clock = testClock(new Date('2027-07-10T18:00:00Z'))
  const services = () => testServices(database(), { clock })
  const bo: Operator = { ...UNNAMED, name: 'bo' }
  const report = async (query: Record<string, string>) => {
    const found = await getLodgingTax(services(), new URLSearchParams({ authority: CITY, ...query }))
    if (!found) throw new Error('there is no tax')
    return found
  }
  const post = (intent: keyof typeof lodgingTaxChanges, fields: Record<string, string | string[]>) => {
    const change = lodgingTaxChanges[intent] as Change<ZodType>
    return postChange(change, { services: services(), by: bo }, fields as Record<string, string>)
  }

  async function makeHome(): Promise<string> {
    await makeSite(database().db)
    const propertyId = await makeProperty(database().db, { timeZone: 'America/Denver' })
    const tax = { id: TAX, propertyId, name: 'Lodging tax', jurisdiction: CITY, rate: '10', notFromNights: 30 }
    await database().db.insert(taxes).values(tax)
    return propertyId
  }

  /** A confirmed stay of so many dollars a night, with a tenth of it as tax. */
  async function makeStay(
    propertyId: string,
    [from, to, nights]: [string, string, number],
    { taxed = true, ...change }: Partial<typeof bookings.$inferInsert> & { taxed?: boolean } = {},
  ): Promise<string> {
    const rent = nights * 100_00
    const tax = { taxId: TAX, jurisdiction: CITY, basis: 'percent' as const, taxable: rent }
    const lines: PriceLine[] = [
      { kind: 'nights', label: 'Nights', amount: rent },
      ...(taxed ? [{ kind: 'tax' as const, label: 'Lodging tax (10%)', amount: rent / 10, ...tax }] : []),
    ]
    const totalAmount = numericFromCents(taxed ? rent + rent / 10 : rent)
    const id = await makeBooking(
      database().db,
      propertyId,
      { from, to },
      { status: 'confirmed', lines, totalAmount, ...change },
    )
    await database()
      .db.update(bookingVersions)
      .set({ recordedAt: new Date('2027-01-01T18:00:00Z') })
      .where(eq(bookingVersions.bookingId, id))
    return id
  }

  /** A part of the price goes back at a moment. */
  async function lower(id: string, rent: number, moment: string) {
    const { db } = database()
    const lines = [
      { kind: 'nights', label: 'Nights', amount: rent },
      { kind: 'tax', label: 'Lodging tax (10%)', amount: rent / 10, jurisdiction: CITY, taxable: rent },
    ]
    await db
      .update(bookings)
      .set({ lines, totalAmount: numericFromCents(rent * 1.1) })
      .where(eq(bookings.id, id))
    const time = sql`${moment}::timestamptz`
    const version = (number: number) => and(eq(bookingVersions.bookingId, id), eq(bookingVersions.number, number))
    await db.update(bookingVersions).set({ recordedAt: time }).where(version(2))
    await db.update(bookingVersions).set({ replacedAt: time }).where(version(1))
  }

  const csvOf = async (period: string) => {
    const query = new URLSearchParams({ authority: CITY, period })
    return (await moneyApi(services(), accessFor(true)).request(`/admin/money/lodging-tax.csv?${query}`)).text()
  }

  const fileBy = (was: 'month' | 'quarter', period: 'month' | 'quarter') => {
    const version = versionOf({ countedBy: 'check-out', period: was, dueDay: 20 })
    return post('jurisdiction', { id: CITY, version, countedBy: 'check-out', period, dueDay: '20' })
  }

  test('counts a stay as the authority wants it, and the parts of all months add up', async () => {
    const home = await makeHome()
    const id = await makeStay(home, ['2027-05-29', '2027-06-03', 5])
    const paid = { bookingId: id, kind: 'paid-elsewhere' as const, note: 'check' }
    await database()
      .db.insert(ledger)
      .values([
        { ...paid, amount: '200.00', happenedAt: new Date('2027-04-02T18:00:00Z') },
        { ...paid, amount: '350.00', happenedAt: new Date('2027-06-02T18:00:00Z') },
      ])
    const taxOf = async (period: string) => (await report({ period })).figures.due
    const settings = { period: 'month', dueDay: '20' }
    let version = versionOf({ countedBy: 'check-out', period: 'month', dueDay: 20 })
    const expected = {
      'check-out': [0, 0, 50_00],
      'check-in': [0, 50_00, 0],
      night: [0, 30_00, 20_00],
      payment: [18_18, 0, 31_82],
    }
    for (const [countedBy, [april, may, june]] of Object.entries(expected)) {
      const outcome = await post('jurisdiction', { id: CITY, version, countedBy, ...settings })
      expect(outcome.ok, countedBy).toBe(true)
      version = versionOf({ countedBy, period: 'month', dueDay: 20 })
      expect([await taxOf('2027-04'), await taxOf('2027-05'), await taxOf('2027-06')], countedBy).toEqual([
        april,
        may,
        june,
      ])
    }
  })

  test('says which stays are exempt and why, what a platform remits, and what was kept of canceled stays', async () => {
    const home = await makeHome()
    await makeStay(home, ['2027-06-01', '2027-06-04', 3])
    await makeStay(home, ['2027-06-04', '2027-06-06', 2], { source: 'airbnb' })
    await makeStay(home, ['2027-05-01', '2027-05-31', 30], { taxed: false })
    await makeStay(home, ['2027-06-10', '2027-06-12', 2], { taxed: false })
    await post('tax-platforms', { sources: ['airbnb'], version: versionOf({ sources: [] }) })
    const rows = async (period: string) =>
      (await report({ period })).figures.rows.map(({ kind, label, gross, taxable, tax }) => [
        kind,
        label,
        gross,
        taxable,
        tax,
      ])
    expect(await rows('2027-06')).toEqual([
      ['rate', 'Lodging tax (10%)', 300_00, 300_00, 30_00],
      ['exempt', 'Booked without this tax', 200_00, 0, 0],
      ['platform', 'airbnb', 200_00, 0, 20_00],
    ])
    expect(await rows('2027-05')).toEqual([['exempt', '30 nights or more', 3000_00, 0, 0]])
    expect((await report({ period: '2027-06' })).figures.due).toBe(30_00)
    expect(await csvOf('2027-06')).toContain('Remitted by the platform: Airbnb')
  })

  test('keeps the figures that were filed, and what changes later is due in the month of the change', async () => {
    const home = await makeHome()
    const id = await makeStay(home, ['2027-05-10', '2027-05-14', 4])
    expect(await post('file-tax', { id: CITY, period: '2027-07' })).toMatchObject({ ok: false })
    const filed = await post('file-tax', { id: CITY, period: '2027-05' })
    expect(filed).toMatchObject({ ok: true })
    await post('file-tax', { id: CITY, period: '2027-05' })
    // On the next day, a part goes back.
    await lower(id, 300_00, '2027-07-11T18:00:00Z')
    clock.set(new Date('2027-08-03T18:00:00Z'))
    expect((await report({ period: '2027-05' })).figures.due).toBe(40_00)
    expect((await report({ period: '2027-06' })).figures).toMatchObject({ adjustments: [], due: 0 })
    const july = await report({ period: '2027-07' })
    expect(july.figures).toMatchObject({ due: -10_00, adjustments: [{ gross: -100_00, tax: -10_00 }] })
    expect(july.figures.adjustments[0]?.period.from).toBe('2027-05-01')
    // The files have what the pages have.
    expect(await csvOf('2027-05')).toContain('400.00,0.00,400.00,40.00')
    expect(await csvOf('2027-07')).toContain('Changed since it was filed with May 2027')
    await post('file-tax', { id: CITY, period: '2027-07' })
    if (!filed.ok) return
    const undone = await undoChange(services(), { id: filed.id ?? '', by: bo })
    expect(undone).toMatchObject({ ok: false, message: 'A later period was filed since. Nothing was changed.' })
    clock.set(new Date('2027-07-10T18:00:00Z'))
  })

  test('keeps how a platform counted when a period was filed', async () => {
    const home = await makeHome()
    const own = await makeStay(home, ['2027-05-10', '2027-05-14', 4], { source: 'airbnb' })
    await post('file-tax', { id: CITY, period: '2027-05' })
    await post('tax-platforms', { sources: ['airbnb'], version: versionOf({ sources: [] }) })
    const theirs = await makeStay(home, ['2027-06-10', '2027-06-14', 4], { source: 'airbnb' })
    await post('file-tax', { id: CITY, period: '2027-06' })
    await post('tax-platforms', { sources: [], version: versionOf({ sources: ['airbnb'] }) })
    await lower(own, 300_00, '2027-07-11T18:00:00Z')
    await lower(theirs, 200_00, '2027-07-11T18:00:00Z')
    clock.set(new Date('2027-08-03T18:00:00Z'))
    const { figures } = await report({ period: '2027-07' })
    expect(figures.adjustments.map(({ gross, tax }) => [gross, tax])).toEqual([
      [-100_00, -10_00],
      [-200_00, 0],
    ])
    clock.set(new Date('2027-07-10T18:00:00Z'))
  })

  test('counts what was committed while a period was filed as a change since', async () => {
    const home = await makeHome()
    const id = await makeStay(home, ['2027-05-10', '2027-05-14', 4])
    await post('file-tax', { id: CITY, period: '2027-05' })
    await lower(id, 300_00, '2027-07-10T17:59:59Z')
    clock.set(new Date('2027-08-03T18:00:00Z'))
    expect((await report({ period: '2027-07' })).figures.due).toBe(-10_00)
    clock.set(new Date('2027-07-10T18:00:00Z'))
  })

  test('files no day twice when the length of periods changes', async () => {
    const home = await makeHome()
    await makeStay(home, ['2027-04-10', '2027-04-14', 4])
    await makeStay(home, ['2027-05-10', '2027-05-15', 5])
    await post('file-tax', { id: CITY, period: '2027-04' })
    expect(await fileBy('month', 'quarter')).toMatchObject({
      message: 'A part of April to June 2027 is filed. File the rest of it by month first.',
    })
    await post('file-tax', { id: CITY, period: '2027-05' })
    await post('file-tax', { id: CITY, period: '2027-06' })
    expect(await fileBy('month', 'quarter')).toMatchObject({ ok: true })
    const quarter = await report({ period: '2027-04' })
    expect([quarter.filed, quarter.parts.length, quarter.figures.due]).toEqual([null, 3, 90_00])
    expect(await post('file-tax', { id: CITY, period: '2027-04' })).toMatchObject({
      message: 'A part of April to June 2027 was filed before, in another length.',
    })
    expect(await post('file-tax', { id: CITY, period: '2027-01' })).toMatchObject({ ok: true })
    expect(await fileBy('quarter', 'month')).toMatchObject({ ok: true })
    expect((await report({ period: '2027-05' })).figures.due).toBe(50_00)
    expect(await report({ period: '2027-02' })).toMatchObject({
      filed: null,
      parts: [{ from: '2027-01-01', to: '2027-04-01' }],
    })
  })

  test('lists a stay with the name that the authority had, and not as exempt with its new one', async () => {
    const home = await makeHome()
    await makeStay(home, ['2027-06-10', '2027-06-14', 4])
    const version = versionOf({ countedBy: 'check-out', period: 'month', dueDay: 20 })
    await post('jurisdiction', { id: CITY, version, countedBy: 'night', period: 'month', dueDay: '25' })
    await database().db.update(taxes).set({ jurisdiction: 'City of Steamboat' })
    expect((await report({ period: '2027-06' })).figures.due).toBe(40_00)
    expect(await report({ authority: 'City of Steamboat', period: '2027-06' })).toMatchObject({
      figures: { rows: [] },
      dueOn: '2027-07-25',
      jurisdiction: { countedBy: 'night' },
    })
  })
})

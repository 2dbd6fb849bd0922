import { expect, test } from 'vitest'
import { undoChange } from '#app/features/back-office/undo.server.ts'
import { ledger } from '#app/features/bookings/payments/payments.tables.server.ts'
import { taxes } from '#app/features/pricing/pricing.tables.server.ts'
import { versionOf } from '#app/platform/change/version.server.ts'
import { describeWithDatabase } from '#test/database.ts'
import { accessFor } from '#test/factories.ts'
import { CITY, lodgingTaxOf } from '#test/lodging-tax.ts'
import { lodgingTaxApi } from './lodging-tax.api.server.ts'

describeWithDatabase('lodging tax', (database) => {
  const { clock, by, services, report, due, post, file, want, addProperty, makeStay, pay, reprice } =
    lodgingTaxOf(database)

  const csvOf = async (period: string) => {
    const query = new URLSearchParams({ authority: CITY, period })
    return (await lodgingTaxApi(services(), accessFor(true)).request(`/admin/money/lodging-tax.csv?${query}`)).text()
  }

  test('counts a stay as the authority wants it, and the parts of all months add up', async () => {
    const property = await addProperty()
    const id = await makeStay(property, { from: '2027-05-29', to: '2027-06-03' }, 500_00)
    const paid = { bookingId: id, kind: 'paid-elsewhere' as const, note: 'check' }
    await database()
      .db.insert(ledger)
      .values([
        { ...paid, amount: '200.00', happenedAt: new Date('2027-04-02T18:00:00Z') },
        { ...paid, amount: '350.00', happenedAt: new Date('2027-06-02T18:00:00Z') },
      ])
    const expected = {
      'check-out': [0, 0, 50_00],
      'check-in': [0, 50_00, 0],
      night: [0, 30_00, 20_00],
      payment: [18_18, 0, 31_82],
    }
    for (const [countedBy, [april, may, june]] of Object.entries(expected)) {
      const outcome = await want({ countedBy })
      expect(outcome.ok, countedBy).toBe(true)
      expect([await due('2027-04'), await due('2027-05'), await due('2027-06')], countedBy).toEqual([april, may, june])
    }
  })

  test('counts a payment on the day that it is at the home', async () => {
    const mountains = await addProperty()
    const lake = await addProperty({ timeZone: 'America/New_York' })
    const nights = { from: '2027-05-29', to: '2027-06-03' }
    // Eleven in the evening in the mountains, and one in the morning at the lake.
    const moment = '2027-05-01T05:00:00Z'
    await pay(await makeStay(mountains, nights, 500_00), 550_00, moment)
    await pay(await makeStay(lake, nights, 300_00), 330_00, moment)
    expect((await want({ countedBy: 'payment' })).ok).toBe(true)
    expect([await due('2027-04'), await due('2027-05')]).toEqual([50_00, 30_00])
  })

  test('says which stays are exempt and why, what a platform remits, and what was kept of canceled stays', async () => {
    const property = await addProperty()
    await makeStay(property, { from: '2027-06-01', to: '2027-06-04' }, 300_00)
    await makeStay(property, { from: '2027-06-04', to: '2027-06-06' }, 200_00, { source: 'airbnb' })
    await makeStay(property, { from: '2027-05-01', to: '2027-05-31' }, 3000_00, { taxed: false })
    await makeStay(property, { from: '2027-06-10', to: '2027-06-12' }, 200_00, { taxed: false })
    await post('tax-platforms', { sources: ['airbnb'], version: versionOf({ sources: [] }) })
    const rows = async (period: string) =>
      (await report(period)).figures.rows.map(({ kind, label, gross, taxable, tax }) => [
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
    expect(await due('2027-06')).toBe(30_00)
    expect(await csvOf('2027-06')).toContain('Remitted by the platform: Airbnb')
  })

  test('keeps the figures that were filed, and what changes later is due in the month of the change', async () => {
    const property = await addProperty()
    const id = await makeStay(property, { from: '2027-05-10', to: '2027-05-14' }, 400_00)
    expect(await file('2027-07')).toMatchObject({ ok: false })
    const filed = await file('2027-05')
    expect(filed).toMatchObject({ ok: true })
    await file('2027-05')
    // On the next day, a part goes back.
    await reprice(id, 300_00, '2027-07-11T18:00:00Z')
    clock.set(new Date('2027-08-03T18:00:00Z'))
    expect(await due('2027-05')).toBe(40_00)
    expect((await report('2027-06')).figures).toMatchObject({ adjustments: [], due: 0 })
    const july = await report('2027-07')
    expect(july.figures).toMatchObject({
      due: -10_00,
      adjustments: [{ gross: -100_00, taxable: -100_00, tax: -10_00 }],
    })
    expect(july.figures.adjustments[0]?.period.from).toBe('2027-05-01')
    // The files have what the pages have.
    expect(await csvOf('2027-05')).toContain('400.00,0.00,400.00,40.00')
    expect((await csvOf('2027-07')).split('\r\n')[1]).toMatch(
      /^Lodging tax \(10%\),May 2027,[\w-]+,[^,]+,2027-05-10,2027-05-14,-100.00,0.00,-100.00,-10.00$/,
    )
    await file('2027-07')
    if (!filed.ok) return
    const undone = await undoChange(services(), { id: filed.id ?? '', by })
    expect(undone).toMatchObject({ ok: false, message: 'A later period was filed since. Nothing was changed.' })
    clock.set(new Date('2027-07-10T18:00:00Z'))
  })

  test('keeps how a platform counted when a period was filed', async () => {
    const property = await addProperty()
    const own = await makeStay(property, { from: '2027-05-10', to: '2027-05-14' }, 400_00, { source: 'airbnb' })
    await file('2027-05')
    await post('tax-platforms', { sources: ['airbnb'], version: versionOf({ sources: [] }) })
    const theirs = await makeStay(property, { from: '2027-06-10', to: '2027-06-14' }, 400_00, { source: 'airbnb' })
    await file('2027-06')
    await post('tax-platforms', { sources: [], version: versionOf({ sources: ['airbnb'] }) })
    await reprice(own, 300_00, '2027-07-11T18:00:00Z')
    await reprice(theirs, 200_00, '2027-07-11T18:00:00Z')
    clock.set(new Date('2027-08-03T18:00:00Z'))
    const { figures } = await report('2027-07')
    expect(figures.adjustments.map(({ gross, tax }) => [gross, tax])).toEqual([
      [-100_00, -10_00],
      [-200_00, -20_00],
    ])
    expect(figures.due).toBe(-10_00)
    clock.set(new Date('2027-07-10T18:00:00Z'))
  })

  test('counts what was committed while a period was filed as a change since', async () => {
    const property = await addProperty()
    const id = await makeStay(property, { from: '2027-05-10', to: '2027-05-14' }, 400_00)
    await file('2027-05')
    await reprice(id, 300_00, '2027-07-10T17:59:59Z')
    clock.set(new Date('2027-08-03T18:00:00Z'))
    expect(await due('2027-07')).toBe(-10_00)
    clock.set(new Date('2027-07-10T18:00:00Z'))
  })

  test('files no day twice when the length of periods changes', async () => {
    const property = await addProperty()
    await makeStay(property, { from: '2027-04-10', to: '2027-04-14' }, 400_00)
    await makeStay(property, { from: '2027-05-10', to: '2027-05-15' }, 500_00)
    await file('2027-04')
    expect(await want({ period: 'quarter' })).toMatchObject({
      message: 'A part of April to June 2027 is filed. File the rest of it by month first.',
    })
    await file('2027-05')
    await file('2027-06')
    expect(await want({ period: 'quarter' })).toMatchObject({ ok: true })
    const quarter = await report('2027-04')
    expect([quarter.filed, quarter.parts.length, quarter.figures.due]).toEqual([null, 3, 90_00])
    expect(await file('2027-04')).toMatchObject({
      message: 'A part of April to June 2027 was filed before, in another length.',
    })
    expect(await file('2027-01')).toMatchObject({ ok: true })
    expect(await want({ period: 'month' })).toMatchObject({ ok: true })
    expect(await due('2027-05')).toBe(50_00)
    expect(await report('2027-02')).toMatchObject({
      filed: null,
      parts: [{ from: '2027-01-01', to: '2027-04-01' }],
    })
  })

  test('lists a stay with the name that the authority had, and not as exempt with its new one', async () => {
    const property = await addProperty()
    await makeStay(property, { from: '2027-06-10', to: '2027-06-14' }, 400_00)
    await want({ countedBy: 'night', dueDay: '25' })
    await database().db.update(taxes).set({ jurisdiction: 'City of Steamboat' })
    expect(await due('2027-06')).toBe(40_00)
    expect(await report('2027-06', 'City of Steamboat')).toMatchObject({
      figures: { rows: [] },
      dueOn: '2027-07-25',
      jurisdiction: { countedBy: 'night' },
    })
  })
})

import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import { historyOf } from '#app/platform/change/define.server.ts'
import { undoIn } from '#test/changes/post-change.ts'
import { describeOnBothDatabases, describeWithDatabase } from '#test/database.ts'
import { makeProperty } from '#test/factories.ts'
import { lodgingTaxOf } from '#test/lodging-tax.ts'
import { lodgingTaxChanges } from './lodging-tax.changes.server.ts'
import { taxFilings } from './lodging-tax.tables.server.ts'
import { getTaxSettings } from './tax-entries.server.ts'

const MAY = { from: '2027-05-10', to: '2027-05-14' }

describeWithDatabase('a filed period', (database) => {
  const { clock, report, due, file, want, addProperty, makeStay, reprice, pay } = lodgingTaxOf(database)
  const dues = async (...months: string[]) => {
    const found: number[] = []
    for (const month of months) found.push(await due(`2027-${month}`))
    return found
  }
  /** Like periods that were filed before their stays were stored. */
  const forgetStays = () => database().db.update(taxFilings).set({ entries: null, changesUntil: null })
  const at = (moment: string) => clock.set(new Date(moment))

  beforeEach(() => at('2027-06-05T18:00:00Z'))

  test('has the figures that its page showed, or is refused', async () => {
    const id = await makeStay(await addProperty(), MAY, 400_00)
    // Another operator gives a part back while this one remits what the page shows.
    await reprice(id, 300_00, '2027-06-05T17:59:00Z')
    expect(await file('2027-05', 40_00)).toMatchObject({
      status: 409,
      message: '$30.00 is to be remitted by now. Look at the figures again.',
    })
    expect((await report('2027-05')).filed).toBeNull()
    expect(await file('2027-05', 30_00)).toMatchObject({ ok: true })
  })

  test('keeps the rule that held for it, also if it is filed after the rule changed', async () => {
    const id = await makeStay(await addProperty(), { from: '2027-04-28', to: '2027-05-03' }, 500_00)
    expect(await file('2027-05')).toMatchObject({ ok: true })
    expect(await want({ countedBy: 'night' })).toMatchObject({ ok: true })
    at('2027-07-05T18:00:00Z')
    expect(await file('2027-04')).toMatchObject({ ok: true })
    // It changes nothing about the tax, and so that its stay is looked at again.
    await pay(id, 1_00, '2027-07-10T18:00:00Z')
    at('2027-08-05T18:00:00Z')
    expect(await dues('04', '05', '06', '07')).toEqual([0, 50_00, 0, 0])
  })

  test('by payment gives back what a stay costs less after another rule began', async () => {
    at('2027-05-05T18:00:00Z')
    const id = await makeStay(await addProperty(), { from: '2027-07-10', to: '2027-07-14' }, 1000_00)
    expect(await want({ countedBy: 'payment' })).toMatchObject({ ok: true })
    await pay(id, 1100_00, '2027-05-10T18:00:00Z')
    at('2027-06-05T18:00:00Z')
    expect(await file('2027-05')).toMatchObject({ ok: true })
    expect(await want({ countedBy: 'check-out' })).toMatchObject({ ok: true })
    await reprice(id, 500_00, '2027-07-16T18:00:00Z')
    await pay(id, -550_00, '2027-07-16T18:00:00Z')
    at('2027-09-05T18:00:00Z')
    expect(await dues('05', '06', '07', '08')).toEqual([100_00, 0, -50_00, 0])
  })

  test('has no change as an adjustment that came before it was filed, if its stays were not kept', async () => {
    at('2027-06-20T18:00:00Z')
    const id = await makeStay(await addProperty(), MAY, 400_00)
    await reprice(id, 300_00, '2027-06-10T18:00:00Z')
    expect(await file('2027-05')).toMatchObject({ ok: true })
    await forgetStays()
    await reprice(id, 200_00, '2027-06-25T18:00:00Z')
    at('2027-07-05T18:00:00Z')
    expect(await dues('05', '06')).toEqual([30_00, -10_00])
    // Its page lists them as they were then.
    expect((await report('2027-05')).entries).toMatchObject([{ gross: 300_00, tax: 30_00 }])
  })

  test('is read without its stays, which are many, where they are not needed', async () => {
    await makeStay(await addProperty(), MAY, 400_00)
    expect(await file('2027-05')).toMatchObject({ ok: true })
    const { jurisdiction, entries } = await report('2027-05')
    expect(entries).toHaveLength(1)
    const { filings } = await getTaxSettings(database().db, jurisdiction)
    expect(filings.map((filing) => 'entries' in filing)).toEqual([false])
  })

  test('has a change once, also if the operator is in another time zone since', async () => {
    const { db } = database()
    const property = await addProperty({ displayOrder: 1 })
    const east = { slug: 'east', name: 'East', timeZone: 'America/New_York', displayOrder: 2 }
    const eastern = eq(properties.id, await makeProperty(db, east))
    const id = await makeStay(property, MAY, 400_00)
    expect(await file('2027-05')).toMatchObject({ ok: true })
    // June 30, 11 PM in Denver; July 1, 1 AM in New York.
    await reprice(id, 300_00, '2027-07-01T05:00:00Z')
    at('2027-07-05T18:00:00Z')
    expect(await file('2027-06')).toMatchObject({ ok: true })
    await db.update(properties).set({ displayOrder: 0 }).where(eastern)
    at('2027-08-05T18:00:00Z')
    expect(await dues('05', '06', '07')).toEqual([40_00, -10_00, 0])
  })

  test('can be a quarter although the first filing was in the middle of one', async () => {
    await makeStay(await addProperty(), MAY, 400_00)
    at('2027-07-05T18:00:00Z')
    for (const month of ['2027-05', '2027-06']) expect(await file(month)).toMatchObject({ ok: true })
    expect(await want({ period: 'quarter' })).toMatchObject({ ok: true })
  })

  test('of a quarter needs all months of the quarters that were filed by month', async () => {
    await makeStay(await addProperty(), { from: '2027-02-10', to: '2027-02-14' }, 400_00)
    for (const month of ['2027-01', '2027-03']) expect(await file(month)).toMatchObject({ ok: true })
    expect(await want({ period: 'quarter' })).toMatchObject({
      message: 'A part of January to March 2027 is filed. File the rest of it by month first.',
    })
    expect(await file('2027-02')).toMatchObject({ ok: true })
    expect(await want({ period: 'quarter' })).toMatchObject({ ok: true })
  })
})

describeOnBothDatabases('the filing of a period', (database) => {
  const { clock, services, by, report, due, file, addProperty, makeStay, reprice } = lodgingTaxOf(database)

  test('waits for whoever undoes an earlier one: a change is not in both', async () => {
    clock.set(new Date('2027-06-05T18:00:00Z'))
    const id = await makeStay(await addProperty(), MAY, 400_00)
    const filed = await file('2027-05')
    if (!filed.ok) throw new Error('not filed')
    await reprice(id, 300_00, '2027-06-10T18:00:00Z')
    clock.set(new Date('2027-07-05T18:00:00Z'))
    const undo = undoIn(historyOf([lodgingTaxChanges])['lodging-tax.filed'])
    let june: ReturnType<typeof file> | undefined
    await database().db.transaction(async (tx) => {
      const change = { subjectId: filed.subjectId } as Parameters<typeof undo>[2]
      expect(await undo(tx, services(), change, by)).toBeUndefined()
      june = file('2027-06', 0)
      await Promise.race([june, new Promise((resolve) => setTimeout(resolve, 500))])
    })
    expect(await june).toMatchObject({ ok: true })
    expect([(await report('2027-05')).filed, await due('2027-05'), await due('2027-06')]).toEqual([null, 30_00, 0])
  })
})

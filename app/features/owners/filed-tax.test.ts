import { expect, test } from 'vitest'
import { describeWithDatabase } from '#test/database.ts'
import { lodgingTaxOf } from '#test/lodging-tax.ts'
import { ownerPages } from '#test/owner-pages.ts'
import { ownerProperties, ownerStatements, owners } from './owners.tables.server.ts'
import { listStatements } from './statements.server.ts'

describeWithDatabase('the lodging tax of a statement', (database) => {
  const { clock, services, addProperty, makeStay, pay, file, reprice } = lodgingTaxOf(database)
  const { draft, send, find } = ownerPages(services)

  async function ofAnn() {
    const { db } = services()
    const property = await addProperty({ slug: 'cabin', name: 'Cabin' })
    const terms = { commissionPercent: '20', commissionOn: 'rent', commissionPerStay: 0 } as const
    const row = { name: 'Ann', ...terms, receivesCleaningFee: false, receivesOtherFees: false }
    const [ann] = await db.insert(owners).values(row).returning()
    await db.insert(ownerProperties).values({ propertyId: property, ownerId: ann?.id ?? '', cleanerPay: 0 })
    return property
  }
  const factsOf = async () => {
    const { taxes, owedTaxes, filedTaxes } = (await draft('Ann', '2027-06')).sums
    return { taxes, owedTaxes, filedTaxes }
  }

  test('is owed, then paid, then filed; a stay of another month adds nothing, and what was sent stays as it was', async () => {
    const property = await ofAnn()
    await makeStay(property, { from: '2027-05-10', to: '2027-05-12' }, 900_00)
    const stay = await makeStay(property, { from: '2027-06-10', to: '2027-06-12' }, 500_00)
    expect(await factsOf()).toEqual({ taxes: 50_00, owedTaxes: 50_00, filedTaxes: 0 })
    await pay(stay, 550_00, '2027-06-10T18:00:00Z')
    expect(await factsOf()).toEqual({ taxes: 50_00, owedTaxes: 0, filedTaxes: 0 })
    await file('2027-05')
    expect((await factsOf()).filedTaxes).toBe(0)
    await send('Ann', '2027-06')
    await file('2027-06')
    expect(await factsOf()).toEqual({ taxes: 50_00, owedTaxes: 0, filedTaxes: 50_00 })
    const sent = await listStatements(services().db, (await find('Ann')).id)
    expect(sent.map(({ figures }) => figures.sums.filedTaxes)).toEqual([0])
  })

  test('counts adjustments of later filings, and never more than the stay has', async () => {
    const property = await ofAnn()
    const stay = await makeStay(property, { from: '2027-06-10', to: '2027-06-12' }, 500_00)
    await file('2027-06')
    await reprice(stay, 800_00, '2027-07-12T18:00:00Z')
    clock.set(new Date('2027-08-05T18:00:00Z'))
    expect(await factsOf()).toMatchObject({ taxes: 80_00, filedTaxes: 50_00 })
    await file('2027-07')
    expect(await factsOf()).toMatchObject({ taxes: 80_00, filedTaxes: 80_00 })
    await reprice(stay, 400_00, '2027-08-04T18:00:00Z')
    expect(await factsOf()).toMatchObject({ taxes: 40_00, filedTaxes: 40_00 })
  })

  test('is not said to be paid or filed by a statement from before that was stored', async () => {
    const { db } = services()
    await ofAnn()
    const { sums, waiting: _, ...figures } = await draft('Ann', '2027-06')
    const { owed: __, owedTaxes: ___, filedTaxes: ____, ...before } = sums
    const ownerId = (await find('Ann')).id
    const row = {
      ownerId,
      month: '2027-06-01',
      figures: { ...figures, sums: before },
      sentAt: new Date('2027-07-01T18:00:00Z'),
    }
    await db.insert(ownerStatements).values(row)
    const [sent] = await listStatements(db, ownerId)
    expect(sent?.figures.sums).toMatchObject({ owedTaxes: null, filedTaxes: 0 })
  })
})

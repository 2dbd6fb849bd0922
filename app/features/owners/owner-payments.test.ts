import { expect, test } from 'vitest'
import { audit } from '#app/platform/change/change.tables.server.ts'
import { makeChange } from '#app/platform/change/define.server.ts'
import { undoLast } from '#test/changes/undo-last.ts'
import { describeWithDatabase } from '#test/database.ts'
import { makePricedProperty, makeSite, testClock, testServices } from '#test/factories.ts'
import { ownerPages } from '#test/owner-pages.ts'
import { ownerCosts, ownerStatements, owners } from './owners.tables.server.ts'
import { statementChanges } from './statements.changes.server.ts'

describeWithDatabase('costs and payouts of owners', (database) => {
  const services = () => testServices(database(), { clock: testClock(new Date('2027-09-02T18:00:00Z')) })
  const { add, addCost, post, setProperties } = ownerPages(services)
  async function makeCabin() {
    const { db } = services()
    await makeSite(db)
    return makePricedProperty(db, { slug: 'cabin', name: 'Cabin' })
  }

  test('a form that is sent twice adds one owner, and one cost', async () => {
    const { db } = services()
    const cabin = await makeCabin()
    const key = 'b7c0f4b4-6b55-4e10-9a53-f0a1c1a0d001'
    for (const _ of [1, 2]) await add('Ann', [], key)
    expect(await db.$count(owners)).toBe(1)
    await setProperties('Ann', [cabin])
    for (const _ of [1, 2]) await addCost('Ann', cabin, key)
    expect(await db.$count(ownerCosts)).toBe(1)
    await addCost('Ann', cabin)
    expect(await db.$count(ownerCosts)).toBe(2)
  })

  test('History has each home that an owner had or has, and no second change of what is like that already', async () => {
    const { db } = services()
    const cabin = await makeCabin()
    const dock = await makePricedProperty(db, { slug: 'dock', name: 'Dock' })
    await add('Ann', [cabin])
    await setProperties('Ann', [dock])
    await setProperties('Ann', [dock])
    const rows = await db.select({ action: audit.action, properties: audit.propertyIds }).from(audit)
    expect(rows.map(({ action, properties }) => [action, properties.toSorted()])).toEqual([
      ['owner.added', [cabin]],
      ['owner.changed', [cabin, dock].toSorted()],
    ])
  })

  test('a cost is not added to an owner whose home another one has by now', async () => {
    const { db } = services()
    const cabin = await makeCabin()
    await add('Ann', [cabin])
    await setProperties('Ann', [])
    await add('Bo', [cabin])
    expect(await addCost('Ann', cabin)).toMatchObject({
      init: { status: 409 },
      data: { result: { error: { '': ['This home has another owner by now. Nothing was added.'] } } },
    })
    expect(await db.$count(ownerCosts)).toBe(0)
  })

  test('a removed cost does not come back to an owner who is gone', async () => {
    const { db } = services()
    const cabin = await makeCabin()
    await add('Ann', [cabin])
    await addCost('Ann', cabin)
    const [cost] = await db.select().from(ownerCosts)
    await post('Ann', { intent: 'remove-cost', id: cost?.id ?? '' })
    expect(await undoLast(services(), 'owner.added')).toMatchObject({ ok: true })
    expect(await undoLast(services(), 'owner-cost.removed')).toMatchObject({
      ok: false,
      message: 'Its owner is gone by now. Nothing was changed.',
    })
    expect(await db.$count(ownerCosts)).toBe(0)
  })

  test('a payout is made once, in the month of its statement or later', async () => {
    const { db } = services()
    await makeSite(db)
    const terms = { commissionPercent: '20', commissionOn: 'rent', commissionPerStay: 0 } as const
    const [ann] = await db
      .insert(owners)
      .values({ name: 'Ann', ...terms, receivesCleaningFee: false, receivesOtherFees: false })
      .returning()
    const [sent] = await db
      .insert(ownerStatements)
      .values({ ownerId: ann?.id ?? '', month: '2027-08-01', figures: {}, sentAt: new Date('2027-09-01T18:00:00Z') })
      .returning()
    const pay = (paidOn: string) =>
      makeChange(statementChanges['pay-statement'], { services: services() }, { id: sent?.id ?? '', paidOn })
    expect(await pay('2027-07-31')).toMatchObject({
      ok: false,
      fields: { paidOn: 'Please choose a day of August 2027 or later' },
    })
    expect(await pay('2027-09-03')).toMatchObject({ ok: false, fields: { paidOn: expect.any(String) } })
    expect(await db.select({ paidOn: ownerStatements.paidOn }).from(ownerStatements)).toEqual([{ paidOn: null }])
    expect(await pay('2027-08-01')).toMatchObject({ ok: true })
    expect(await pay('2027-08-01')).toMatchObject({ ok: true })
    expect(await pay('2027-09-02')).toMatchObject({
      ok: false,
      status: 409,
      message: 'Its payout was recorded already, on Sunday, August 1, 2027.',
    })
  })
})

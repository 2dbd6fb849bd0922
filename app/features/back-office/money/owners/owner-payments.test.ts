import { expect, test } from 'vitest'
import { makeChange } from '#app/platform/change/define.server.ts'
import { ownerCosts, ownerStatements, owners } from '#app/platform/db/schema.server.ts'
import { postToPage } from '#test/changes/post-to-page.ts'
import { undoLast } from '#test/changes/undo-last.ts'
import { describeWithDatabase } from '#test/database.ts'
import { makePricedProperty, makeSite, testClock, testServices } from '#test/factories.ts'
import { statementChanges } from './statements.changes.server.ts'

describeWithDatabase('costs and payouts of owners', (database) => {
  const services = () => testServices(database(), { clock: testClock(new Date('2027-09-02T18:00:00Z')) })

  test('a removed cost does not come back to an owner who is gone', async () => {
    const { db } = services()
    await makeSite(db)
    const homes = await makePricedProperty(db, { slug: 'cabin', name: 'Cabin' })
    const terms = { commissionPercent: '20', commissionOn: 'rent', commissionPerStay: '', email: '' }
    await postToPage(services(), '/admin/money/owners', { intent: 'add-owner', name: 'Ann', ...terms, homes })
    const [ann] = await db.select().from(owners)
    const page = (fields: Record<string, string>) => postToPage(services(), `/admin/money/owners/${ann?.id}`, fields)
    const lawyer = { description: 'Lawyer', spentOn: '2027-08-20', amount: '900', receipt: '' }
    await page({ intent: 'add-cost', home: homes, ...lawyer })
    const [cost] = await db.select().from(ownerCosts)
    await page({ intent: 'remove-cost', id: cost?.id ?? '' })
    expect(await undoLast(services(), 'owner.added')).toMatchObject({ ok: true })
    expect(await undoLast(services(), 'owner-cost.removed')).toMatchObject({
      ok: false,
      message: 'Its owner is gone by now. Nothing was changed.',
    })
    expect(await db.$count(ownerCosts)).toBe(0)
  })

  test('a payout is made in the month of its statement or later', async () => {
    const { db } = services()
    await makeSite(db)
    const terms = { commissionPercent: '20', commissionOn: 'rent', commissionPerStay: 0 } as const
    const [ann] = await db
      .insert(owners)
      .values({ name: 'Ann', ...terms, getsCleaning: false, getsFees: false })
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
  })
})

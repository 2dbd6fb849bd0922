import { desc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { undoChange } from '#app/features/back-office/undo.server.ts'
import { audit, ownerCosts, owners } from '#app/platform/db/schema.server.ts'
import { UNNAMED } from '#app/platform/http/operator-access.server.ts'
import { postToPage } from '#test/changes/post-to-page.ts'
import { describeWithDatabase } from '#test/database.ts'
import { makePricedProperty, makeSite, testClock, testServices } from '#test/factories.ts'

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
    const undoLast = async (name: string) => {
      const [last] = await db
        .select()
        .from(audit)
        .where(eq(audit.action, name))
        .orderBy(desc(audit.happenedAt))
        .limit(1)
      return undoChange(services(), { id: last?.id ?? '', by: UNNAMED })
    }
    expect(await undoLast('owner.added')).toMatchObject({ ok: true })
    expect(await undoLast('owner-cost.removed')).toMatchObject({
      ok: false,
      message: 'Its owner is gone by now. Nothing was changed.',
    })
    expect(await db.$count(ownerCosts)).toBe(0)
  })
})

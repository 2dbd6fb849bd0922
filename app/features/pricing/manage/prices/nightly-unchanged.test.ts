import { expect, test } from 'vitest'
import { nightlyRates } from '#app/features/pricing/pricing.tables.server.ts'
import { audit } from '#app/platform/change/change.tables.server.ts'
import { describeWithDatabase } from '#test/database.ts'
import { pricesPage } from '#test/prices-page.ts'

const weekend = (price: string) => ({
  'rates[0].value': price,
  'rates[0].days[0]': '5',
  'rates[0].days[1]': '6',
})

describeWithDatabase('nightly prices of the demo', (database) => {
  const { addProperty, page, post, save } = pricesPage(database)

  test('saved as they are, they change nothing, and the history says nothing; another price makes them one’s own', async () => {
    const { db } = database()
    const { slug } = await addProperty()
    const form = { intent: 'nightly', price: '480', cleaning: '300' }
    const version = async () => (await page(slug)).versions.nightly ?? ''
    const demoRates = async () =>
      (await db.select().from(nightlyRates)).filter(({ seasonId, demo }) => seasonId === null && demo)
    await save(slug, { ...form, ...weekend('650'), version: await version() })
    await db.update(nightlyRates).set({ demo: true })
    await db.delete(audit)
    expect(await post(slug, { ...form, ...weekend('650'), version: await version() })).toEqual({ ok: true })
    expect(await db.select().from(audit)).toEqual([])
    expect(await demoRates()).not.toEqual([])
    await save(slug, { ...form, ...weekend('651'), version: await version() })
    expect(await demoRates()).toEqual([])
  })
})

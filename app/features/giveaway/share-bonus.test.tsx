import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, expect, test } from 'vitest'
import { site as siteTable } from '#app/platform/site.tables.server.ts'
import { demoGiveaway } from '#content/giveaway.ts'
import { site } from '#content/site.ts'
import { describeWithDatabase } from '#test/database.ts'
import { NOON, testServices } from '#test/factories.ts'
import { queuedMail } from '#test/mails/queued-mail.ts'
import { CHANNELS, type Channel } from './channels.ts'
import { enterGiveaway } from './entries.server.ts'
import { getGiveaway, getRules } from './giveaway.server.ts'
import { giveawayEntries, giveawayShares, giveaways } from './giveaway.tables.server.ts'
import { OfficialRules } from './official-rules.tsx'
import { maximumShareBonus, shareBonus } from './share-bonus.ts'
import { recordShare } from './shares.server.ts'

const email = 'ada@example.com'

describeWithDatabase('the advertised bonus', (database) => {
  beforeEach(async () => {
    await database().db.insert(siteTable).values(site)
  })
  const services = () => testServices(database())
  const makeGiveaway = (change: Partial<typeof giveaways.$inferInsert>) =>
    database()
      .db.insert(giveaways)
      .values({ ...demoGiveaway(NOON), ...change })
  const enter = () =>
    enterGiveaway(services(), {
      fullName: 'Ada Guest',
      email,
      phone: '(970) 555-0123',
      state: 'CO',
      zipCode: '80487',
      agreeToUpdates: false,
    })
  const share = (channel: Channel) => recordShare(services(), { email, channel })

  test('never states a maximum that the channels cannot reach', async () => {
    await makeGiveaway({ bonusPerChannel: 1, maximumBonus: 3, channels: ['x', 'email'] })
    const rules = await getRules(services())
    if (!rules) throw new Error('there are no rules')
    const html = renderToStaticMarkup(<OfficialRules rules={rules} email="a@example.com" />)
    expect(html).toContain('adds 1 entry, one time each, up to 2 in total')
    expect(html).not.toContain('whole bonus')
    expect(await getGiveaway(services())).toMatchObject({ bonusPerChannel: 1, maximumBonus: 2 })
    await enter()
    const [mail] = await queuedMail(database())
    expect(mail?.text.replaceAll(/\s+/g, ' ')).toContain('Sharing the page can light up to 2 more.')
    expect(await share('x')).toMatchObject({ message: 'You earned 1 bonus entry. You now have 2 entries.' })
    expect(await share('email')).toMatchObject({ success: true, totalEntries: 3 })
  })

  test.each([
    [0, 'Thanks for sharing. Sharing earns no bonus entries in this giveaway.'],
    [1, 'Thanks for sharing. You already have the one bonus entry.'],
  ])('a share beyond a bonus of %i gets a message', async (maximumBonus, message) => {
    await makeGiveaway({ maximumBonus })
    await enter()
    if (maximumBonus > 0) await share('x')
    expect(await share('email')).toMatchObject({ message, maxBonusReached: true })
  })

  test('is what the database adds, for every bonus, set of channels and number of shares', async () => {
    const { db } = database()
    const [giveaway] = await makeGiveaway({}).returning()
    await enter()
    const giveawayId = giveaway?.id ?? ''
    const most = fc.integer({ min: 0, max: 9 })
    const bonuses = fc.record({ bonusPerChannel: most, maximumBonus: most, channels: fc.subarray([...CHANNELS]) })
    await fc.assert(
      fc.asyncProperty(bonuses, fc.shuffledSubarray([...CHANNELS]), async (bonus, shared) => {
        await db.delete(giveawayShares)
        await db.update(giveawayEntries).set({ totalEntries: 1 })
        await db.update(giveaways).set(bonus).where(eq(giveaways.id, giveawayId))
        for (const channel of shared) await db.insert(giveawayShares).values({ giveawayId, email, channel })
        const counted = shared.filter((channel) => bonus.channels.includes(channel)).length
        const [entry] = await db.select().from(giveawayEntries)
        expect(entry?.totalEntries).toBe(1 + shareBonus(bonus, counted))
        expect(entry?.totalEntries).toBeLessThanOrEqual(1 + maximumShareBonus(bonus))
      }),
      { numRuns: 40 },
    )
  })
})

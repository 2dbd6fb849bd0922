import { expect, test } from 'vitest'
import { campaigns, site as siteTable, staycationEntries } from '#app/platform/db/schema.server.ts'
import { demoCampaign } from '#content/campaign.ts'
import { site } from '#content/site.ts'
import { useDatabase } from '#test/database.ts'
import { NOON, testClock, testServices } from '#test/factories.ts'
import { runDraw } from './draw.ts'

// biome-ignore lint/correctness/useHookAtTopLevel: no hook of React
const database = useDatabase()
const CLOSED = demoCampaign(NOON).closesAt

async function makeGiveaway(change: Partial<typeof campaigns.$inferInsert> = {}) {
  const { db } = database()
  await db.insert(siteTable).values(site)
  const [campaign] = await db
    .insert(campaigns)
    .values({ ...demoCampaign(NOON), ...change })
    .returning()
  const person = { fullName: 'Ada Guest', phone: '970 555 0123', state: 'CO', zipCode: '80487', rulesVersion: '1' }
  await db.insert(staycationEntries).values({ ...person, campaignId: campaign?.id ?? '', email: 'ada@example.com' })
}
const run = (...words: string[]) => runDraw(testServices(database(), { clock: testClock(CLOSED) }), words)

test('the command goes from the close to the winner, and says where anyone can check it', async () => {
  await makeGiveaway()
  expect(await run()).toContain('Win a free stay: closed, not frozen yet.')
  const frozen = (await run('freeze')).join('\n')
  expect(frozen).toMatch(/1 entrants, 1 tickets, frozen at 2027-08-16T18:00:00\.000Z/)
  expect(frozen).toMatch(/SHA-256 of the list: [0-9a-f]{64}/)
  expect(frozen).toMatch(/Anyone can check it: http.*\/staycation\/draw\/[0-9a-f-]{36}/)
  expect(await run('seed', '5 12 33')).toContain('Round 1: line 1, Ada Guest, ada@example.com, 970 555 0123')
})

test('what comes too early, twice or without a source of the seed is refused in a sentence that says what to do', async () => {
  await expect(run('freeze')).rejects.toThrow('No giveaway has closed yet')
  await makeGiveaway({ seedSource: null })
  await expect(run('seed', '5')).rejects.toThrow('first npm run draw -- freeze')
  await expect(run('again')).rejects.toThrow('first npm run draw -- freeze')
  await expect(run('freeze')).rejects.toThrow('Name the public source of the seed')
  await run('freeze', '--seed-source', 'Ten throws of a die in the town hall')
  await expect(run('freeze')).rejects.toThrow('frozen already')
  await expect(run('seed', '')).rejects.toThrow('A seed is one line')
  await run('seed', '5')
  await expect(run('seed', '6')).rejects.toThrow('entered already')
  await expect(run('again')).rejects.toThrow('Everybody who entered has been drawn.')
  await expect(run('shuffle')).rejects.toThrow('in three steps')
})

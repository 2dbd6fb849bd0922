import { beforeEach, expect, test } from 'vitest'
import { giveawayEntries, giveaways } from '#app/features/giveaway/giveaway.tables.server.ts'
import { site as siteTable } from '#app/platform/site.tables.server.ts'
import { demoGiveaway } from '#content/giveaway.ts'
import { site } from '#content/site.ts'
import { useDatabase } from '#test/database.ts'
import { NOON, testClock, testServices } from '#test/factories.ts'
import { runCommand } from './command-line.ts'

// biome-ignore lint/correctness/useHookAtTopLevel: not a React hook
const database = useDatabase()
const CLOSED = demoGiveaway(NOON).closesAt
const clock = testClock(CLOSED)
beforeEach(() => clock.set(CLOSED))

async function makeGiveaway(change: Partial<typeof giveaways.$inferInsert> = {}) {
  const { db } = database()
  await db.insert(siteTable).values(site)
  const [giveaway] = await db
    .insert(giveaways)
    .values({ ...demoGiveaway(NOON), ...change })
    .returning()
  const person = { fullName: 'Ada Guest', phone: '970 555 0123', state: 'CO', zipCode: '80487', rulesVersion: '1' }
  await db.insert(giveawayEntries).values({ ...person, giveawayId: giveaway?.id ?? '', email: 'ada@example.com' })
}
const run = async (...words: string[]) =>
  (await runCommand(testServices(database(), { clock }), { words: ['draw', ...words] })) ?? expect.unreachable()

test('the command goes from the close to the winner, and says where anyone can verify the draw', async () => {
  await makeGiveaway()
  expect((await run()).message).toContain('Win a free stay: closed, not frozen yet.')
  const { message: frozen } = await run('freeze')
  expect(frozen).toMatch(/1 entrants, 1 tickets, frozen at 2027-08-16T18:00:00\.000Z/)
  expect(frozen).toMatch(/SHA-256 of the list: [0-9a-f]{64}/)
  expect(frozen).toMatch(/Anyone can check it: http.*\/staycation\/draw\/[0-9a-f-]{36}/)
  expect(await run('seed', '5 12 33 41 60 9')).toEqual({
    ok: false,
    message: expect.stringContaining('The seed comes from a drawing that is held on'),
  })
  clock.set(new Date(CLOSED.getTime() + 86_400_000))
  expect((await run('seed', '5 12 33 41 60 9')).message).toContain(
    'Round 1: line 1, Ada Guest, ada@example.com, 970 555 0123',
  )
})

test('a step that is too early, repeated or without a seed source is refused with a remedy', async () => {
  expect(await run('freeze')).toEqual({ ok: false, message: expect.stringContaining('No giveaway has closed yet') })
  await makeGiveaway({ seedSource: null })
  expect(await run('seed', '5')).toEqual({ ok: false, message: expect.stringContaining('First freeze the entries') })
  expect(await run('again', 'declined')).toEqual({
    ok: false,
    message: expect.stringContaining('First freeze the entries'),
  })
  expect(await run('freeze')).toEqual({
    ok: false,
    message: expect.stringContaining('Name the public source of the seed'),
  })
  await run('freeze', '--seed-source', 'Ten throws of a die in the town hall')
  expect(await run('freeze')).toEqual({ ok: false, message: expect.stringContaining('already frozen') })
  expect(await run('seed', '')).toEqual({ ok: false, message: expect.stringContaining('This seed has to be one line') })
  await run('seed', '5')
  expect(await run('seed', '6')).toEqual({ ok: false, message: expect.stringContaining('already been entered') })
  expect(await run('again', 'declined')).toEqual({
    ok: false,
    message: expect.stringContaining('Everyone who entered has been drawn.'),
  })
  expect(await run('shuffle')).toEqual({ ok: false, message: expect.stringContaining('in three steps') })
})

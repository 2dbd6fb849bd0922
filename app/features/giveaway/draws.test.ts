import { createHash } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { site as siteTable } from '#app/platform/site.tables.server.ts'
import { demoGiveaway } from '#content/giveaway.ts'
import { site } from '#content/site.ts'
import { describeWithDatabase, testOnBoth } from '#test/database.ts'
import { NOON, testClock, testServices } from '#test/factories.ts'
import {
  drawAgain,
  drawWinner,
  freezeEntries,
  getDraw,
  getDrawList,
  getLastClosed,
  listWinners,
} from './draws.server.ts'
import { enterGiveaway } from './entries.server.ts'
import {
  giveawayDrawLines,
  giveawayDraws,
  giveawayEntries,
  giveawayShares,
  giveaways,
} from './giveaway.tables.server.ts'
import { SEED_KINDS, seedFrom } from './seed.ts'

const CLOSED = demoGiveaway(NOON).closesAt
/** A full day after the close: the lottery's numbers may be known. */
const KNOWN = new Date(CLOSED.getTime() + 86_400_000)
const SEED = '5 12 33 41 60 9'
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

describeWithDatabase('the draw', (database) => {
  beforeEach(async () => {
    await database().db.insert(siteTable).values(site)
  })
  const services = (now: Date = CLOSED) => testServices(database(), { clock: testClock(now) })

  async function makeEntries(names = ['ada', 'bo', 'cy']): Promise<string> {
    const { db } = database()
    const [giveaway] = await db.insert(giveaways).values(demoGiveaway(NOON)).returning()
    for (const name of names) {
      const person = { fullName: `${name} Guest`, phone: '970 555 0123', state: 'CO' as const, zipCode: '80487' }
      await enterGiveaway(services(NOON), { ...person, email: `${name}@example.com`, agreeToUpdates: false })
    }
    const giveawayId = giveaway?.id ?? ''
    if (names.length > 0)
      await db.insert(giveawayShares).values({ giveawayId, email: `${names[0]}@example.com`, channel: 'x' })
    return giveawayId
  }
  async function freeze(giveawayId: string) {
    const outcome = await freezeEntries(services(), { giveawayId })
    if (!outcome.ok) throw new Error(outcome.reason)
    return outcome.draw
  }

  test('publishes the digest of an anonymous list before the seed can be known', async () => {
    const draw = await freeze(await makeEntries())
    const list = (await getDrawList(services(), draw.id)) ?? ''
    expect(sha256(list)).toBe(draw.listDigest)
    expect(list).toMatch(/^(?:[0-9a-f]{64} [13]\n){3}$/)
    const codes = list.trimEnd().split('\n')
    expect(codes).toEqual(codes.toSorted())
    const [ada] = await database().db.select().from(giveawayEntries).where(eq(giveawayEntries.email, 'ada@example.com'))
    expect(list).toContain(`${sha256(`${ada?.id} ada@example.com`)} 3\n`)
    expect(await getDraw(services(), draw.id)).toMatchObject({
      lines: 3,
      tickets: 5,
      seedSource: demoGiveaway(NOON).seedSource,
      seed: null,
      rounds: [],
    })
  })

  test('needs a closed giveaway, entries, and a source of the seed named in advance', async () => {
    const giveawayId = await makeEntries([])
    const before = services(new Date(CLOSED.getTime() - 1))
    expect(await getLastClosed(before)).toBeNull()
    expect(await freezeEntries(before, { giveawayId })).toMatchObject({ ok: false, reason: 'still-open' })
    expect(await freezeEntries(services(), { giveawayId })).toMatchObject({ ok: false, reason: 'no-entries' })
    await database().db.update(giveaways).set({ seedSource: null })
    expect(await freezeEntries(services(), { giveawayId })).toMatchObject({ ok: false, reason: 'no-seed-source' })
  })

  testOnBoth('freezes once, however many simultaneous requests arrive', async () => {
    const giveawayId = await makeEntries()
    const outcomes = await Promise.all([1, 2, 3].map(() => freezeEntries(services(), { giveawayId })))
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
    expect(outcomes.filter((outcome) => !outcome.ok && outcome.reason === 'already-frozen')).toHaveLength(2)
  })

  test('finds the winner that anyone can compute from the page and the list', async () => {
    const draw = await freeze(await makeEntries())
    expect(
      await drawWinner(services(KNOWN), { drawId: draw.id, seed: `  ${SEED.replaceAll(' ', '   ')} ` }),
    ).toMatchObject({
      ok: true,
    })
    const hash = sha256(`${draw.listDigest} ${SEED} 1 1`)
    const ticket = Number(BigInt(`0x${hash}`) % 5n)
    const lineOfTicket = ((await getDrawList(services(), draw.id)) ?? '')
      .trimEnd()
      .split('\n')
      .flatMap((line, index) => Array.from({ length: Number(line.slice(65)) }, () => index + 1))
    const shown = await getDraw(services(), draw.id)
    expect(shown).toMatchObject({ seed: SEED, rounds: [{ round: 1, tickets: 5, ticket, line: lineOfTicket[ticket] }] })
    expect(JSON.stringify(shown)).not.toMatch(/example\.com|Guest/)
    const found = await getLastClosed(services())
    if (!found?.draw) throw new Error('the draw is not found')
    const [winner] = await listWinners(services(), found.draw)
    expect(winner?.entry?.email).toMatch(/^(?:ada|bo|cy)@example\.com$/)
    expect(winner?.line).toBe(lineOfTicket[ticket])
  })

  test('takes the numbers of a lottery from a full day after the close on, and other seeds at once', async () => {
    const draw = await freeze(await makeEntries())
    const early = services(new Date(KNOWN.getTime() - 1))
    for (const before of [services(), early]) {
      const outcome = await drawWinner(before, { drawId: draw.id, seed: SEED })
      expect(outcome).toMatchObject({ ok: false, reason: 'seed-too-early' })
    }
    expect(await drawWinner(services(KNOWN), { drawId: draw.id, seed: SEED })).toMatchObject({ ok: true })
    const kinds = SEED_KINDS.map((kind) => [kind, seedFrom(kind, CLOSED)])
    expect(kinds).toEqual([
      ['powerball', KNOWN],
      ['mega-millions', KNOWN],
      ['dice', null],
      ['text', null],
    ])
  })

  testOnBoth('accepts one seed, once', async () => {
    const draw = await freeze(await makeEntries())
    for (const seed of ['', ' ', 'zwölf', '5 12 33'])
      expect(await drawWinner(services(KNOWN), { drawId: draw.id, seed })).toMatchObject({
        ok: false,
        reason: 'bad-seed',
      })
    const outcomes = await Promise.all(
      ['5 12 33 41 60 9', '1 2 3 4 5 6'].map((seed) => drawWinner(services(KNOWN), { drawId: draw.id, seed })),
    )
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await drawWinner(services(KNOWN), { drawId: draw.id, seed: '1 2 3 4 5 7' })).toMatchObject({
      ok: false,
      reason: 'seed-known',
    })
  })

  testOnBoth('draws another winner when the last did not respond, until nobody is left', async () => {
    const draw = await freeze(await makeEntries())
    expect(await drawAgain(services(), { drawId: draw.id, after: 1, reason: 'not-eligible' })).toMatchObject({
      ok: false,
      reason: 'not-frozen',
    })
    await drawWinner(services(KNOWN), { drawId: draw.id, seed: SEED })
    await Promise.all([1, 2].map(() => drawAgain(services(), { drawId: draw.id, after: 1, reason: 'not-eligible' })))
    expect((await getDraw(services(), draw.id))?.rounds).toHaveLength(2)
    await drawAgain(services(), { drawId: draw.id, after: 2, reason: 'not-eligible' })
    const lines = (await getDraw(services(), draw.id))?.rounds.map(({ line }) => line)
    expect(lines?.toSorted()).toEqual([1, 2, 3])
    expect(await drawAgain(services(), { drawId: draw.id, after: 3, reason: 'not-eligible' })).toMatchObject({
      ok: false,
      reason: 'nobody-left',
    })
  })

  test('stays as published, whatever is written to the database', async () => {
    const { db } = database()
    const draw = await freeze(await makeEntries())
    await drawWinner(services(KNOWN), { drawId: draw.id, seed: SEED })
    const changes = [
      db.update(giveawayDraws).set({ seed: 'another' }),
      db.update(giveawayDraws).set({ listDigest: 'e'.repeat(64) }),
      db.update(giveawayDraws).set({ seedSource: 'Other dice' }),
      db.update(giveawayDraws).set({ seedKind: 'dice' }),
      db.update(giveawayDrawLines).set({ entries: 9 }),
      db.update(giveawayDrawLines).set({ code: sql`repeat('a', 64)` }).where(eq(giveawayDrawLines.line, 1)),
    ]
    for (const change of changes) await expect(change).rejects.toThrow()
  })

  test('survives the erasure of an entrant', async () => {
    const draw = await freeze(await makeEntries())
    const before = await getDrawList(services(), draw.id)
    await drawWinner(services(KNOWN), { drawId: draw.id, seed: SEED })
    await database().db.delete(giveawayShares)
    await database().db.delete(giveawayEntries)
    expect(await getDrawList(services(), draw.id)).toBe(before)
    const found = await getLastClosed(services())
    if (!found?.draw) throw new Error('the draw is not found')
    expect(await listWinners(services(), found.draw)).toMatchObject([{ round: 1, entry: null }])
  })

  test('has neither a page nor a list when it does not exist', async () => {
    for (const id of ['nothing', '946bb8f8-898a-4072-b708-04c20db6a97f']) {
      expect(await getDraw(services(), id)).toBeNull()
      expect(await getDrawList(services(), id)).toBeNull()
    }
  })
})

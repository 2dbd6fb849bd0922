import { and, asc, eq, lte, sql } from 'drizzle-orm'
import type { Tx } from '#app/platform/db/database.server.ts'
import { giveawayDrawLines, giveawayDraws, giveawayEntries, giveaways } from '#app/platform/db/schema.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { isUuid } from '#app/shared/uuid.ts'
import { codeOf, type DrawLine, drawRounds, listDigest, listText } from './draw.ts'
import { instantInWords } from './giveaway.ts'
import { readSeed, type SeedKind } from './seed.ts'

type DrawRow = typeof giveawayDraws.$inferSelect
const LINES_AT_A_TIME = 1000

export type DrawRefusal =
  | 'no-giveaway'
  | 'still-open'
  | 'no-entries'
  | 'no-seed-source'
  | 'already-frozen'
  | 'not-frozen'
  | 'bad-seed'
  | 'seed-known'
  | 'nobody-left'
type Writes = Pick<Services, 'clock'> & { db: Tx }
type Refused = { ok: false; reason: DrawRefusal }
const refused = (reason: DrawRefusal): Refused => ({ ok: false, reason })

/** The draw of the giveaway that closed last, or null. */
export async function getLastClosed({ db, clock }: Pick<Services, 'db' | 'clock'>) {
  const isClosed = and(eq(giveaways.draft, false), lte(giveaways.closesAt, clock.now()))
  const closed = await db.select().from(giveaways).where(isClosed)
  const giveaway = closed.toSorted((a, b) => a.closesAt.getTime() - b.closesAt.getTime()).at(-1)
  if (!giveaway) return null
  const [draw] = await db.select().from(giveawayDraws).where(eq(giveawayDraws.giveawayId, giveaway.id))
  return { giveaway, draw: draw ?? null }
}

/**
 * Freezes the entries of a closed giveaway and publishes the digest of their list, with the source of the seed. From then
 * on the database rejects entries and shares of this giveaway.
 */
export function freezeEntries(
  { db, clock }: Writes,
  { giveawayId, ...named }: { giveawayId: string; seedSource?: string | undefined; seedKind?: SeedKind | undefined },
): Promise<{ ok: true; draw: DrawRow } | Refused> {
  return db.transaction(async (tx) => {
    const [giveaway] = await tx.select().from(giveaways).where(eq(giveaways.id, giveawayId)).for('update')
    if (!giveaway) return refused('no-giveaway')
    const now = clock.now()
    if (now < giveaway.closesAt) return refused('still-open')
    const before = await tx.select().from(giveawayDraws).where(eq(giveawayDraws.giveawayId, giveawayId))
    if (before.length > 0) return refused('already-frozen')
    // A source that the rules name has the form that they name.
    const { seedSource, seedKind = 'text' } = giveaway.seedSource ? giveaway : named
    const source = seedSource?.trim()
    if (!source) return refused('no-seed-source')

    const lines = await linesOf(tx, giveawayId)
    if (lines.length === 0) return refused('no-entries')
    const values = {
      giveawayId,
      listDigest: await listDigest(listText(lines)),
      lines: lines.length,
      tickets: lines.reduce((sum, { entries }) => sum + entries, 0),
      seedSource: source,
      seedKind,
      frozenAt: now,
    }
    const [draw] = await tx.insert(giveawayDraws).values(values).returning()
    if (!draw) throw new Error('the draw was not stored')
    const rows = lines.map((line, index) => ({ ...line, drawId: draw.id, line: index + 1 }))
    for (let from = 0; from < rows.length; from += LINES_AT_A_TIME) {
      await tx.insert(giveawayDrawLines).values(rows.slice(from, from + LINES_AT_A_TIME))
    }
    return { ok: true as const, draw }
  })
}

async function linesOf(tx: Tx, giveawayId: string): Promise<(DrawLine & { entryId: string })[]> {
  const entries = await tx.select().from(giveawayEntries).where(eq(giveawayEntries.giveawayId, giveawayId))
  const coded = entries.map(async (entry) => ({
    code: await codeOf(entry),
    entries: entry.totalEntries,
    entryId: entry.id,
  }))
  return (await Promise.all(coded)).sort((a, b) => (a.code < b.code ? -1 : 1))
}

/** Enters the seed, which cannot be changed afterwards, and draws the winner. */
export async function drawWinner(
  { db, clock }: Writes,
  { drawId, seed }: { drawId: string; seed: string },
): Promise<{ ok: true; draw: DrawRow } | Refused> {
  const before = await getDrawRow(db, drawId)
  if (!before) return refused('not-frozen')
  const plain = readSeed(seed, before.seedKind)
  if (plain === null) return refused('bad-seed')
  const [draw] = await db
    .update(giveawayDraws)
    .set({ seed: plain, rounds: 1, drawnAt: clock.now() })
    .where(and(eq(giveawayDraws.id, drawId), sql`${giveawayDraws.seed} is null`))
    .returning()
  if (!draw) return refused('seed-known')
  return { ok: true, draw }
}

/** Draws one more winner from the same seed, when the last one did not respond. */
export async function drawAgain(
  { db }: { db: Tx },
  { drawId, after }: { drawId: string; after: number },
): Promise<{ ok: true; draw: DrawRow } | Refused> {
  const before = await getDrawRow(db, drawId)
  if (!before?.seed) return refused('not-frozen')
  if (before.rounds >= before.lines) return refused('nobody-left')
  // A concurrent second call finds the round already advanced and draws nobody.
  await db
    .update(giveawayDraws)
    .set({ rounds: after + 1 })
    .where(and(eq(giveawayDraws.id, drawId), eq(giveawayDraws.rounds, after)))
  const draw = await getDrawRow(db, drawId)
  if (!draw) return refused('not-frozen')
  return { ok: true, draw }
}

async function getDrawRow(db: Tx, id: string): Promise<DrawRow | null> {
  if (!isUuid(id)) return null
  const [draw] = await db.select().from(giveawayDraws).where(eq(giveawayDraws.id, id))
  return draw ?? null
}

function listLines(db: Tx, drawId: string) {
  return db
    .select({ code: giveawayDrawLines.code, entries: giveawayDrawLines.entries })
    .from(giveawayDrawLines)
    .where(eq(giveawayDrawLines.drawId, drawId))
    .orderBy(asc(giveawayDrawLines.line))
}

/** The published list of a draw as text; null when there is no such draw. */
export async function getDrawList({ db }: { db: Tx }, id: string): Promise<string | null> {
  const draw = await getDrawRow(db, id)
  return draw && listText(await listLines(db, draw.id))
}

/** The winners of a draw, round by round, computed as anyone can. */
async function roundsOf(db: Tx, { id, seed, listDigest, rounds }: DrawRow) {
  if (seed === null) return []
  const lines = await listLines(db, id)
  const drawn = await drawRounds(lines, { seed, listDigest, rounds })
  return drawn.map((round) => ({ ...round, code: lines[round.line - 1]?.code ?? '' }))
}

/** A draw as its public page shows it, without names or addresses. */
export async function getDraw({ db }: { db: Tx }, id: string) {
  const draw = await getDrawRow(db, id)
  if (!draw) return null
  const [giveaway] = await db.select().from(giveaways).where(eq(giveaways.id, draw.giveawayId))
  if (!giveaway) throw new Error('a draw belongs to no giveaway')
  const format = (instant: Date) => instantInWords(instant, giveaway.timeZone)
  return {
    id: draw.id,
    giveaway: giveaway.name,
    closed: format(giveaway.closesAt),
    frozen: format(draw.frozenAt),
    drawn: draw.drawnAt && format(draw.drawnAt),
    listDigest: draw.listDigest,
    lines: draw.lines,
    tickets: draw.tickets,
    seedSource: draw.seedSource,
    seedKind: draw.seedKind,
    seed: draw.seed,
    rounds: await roundsOf(db, draw),
  }
}

/** The winner, for the operator only; null when the entrant has been erased since. */
export async function listWinners({ db }: { db: Tx }, draw: DrawRow) {
  const rounds = await roundsOf(db, draw)
  const winners = rounds.map(async ({ round, line, code }) => {
    const [entry] = await db
      .select({ fullName: giveawayEntries.fullName, email: giveawayEntries.email, phone: giveawayEntries.phone })
      .from(giveawayDrawLines)
      .innerJoin(giveawayEntries, eq(giveawayEntries.id, giveawayDrawLines.entryId))
      .where(and(eq(giveawayDrawLines.drawId, draw.id), eq(giveawayDrawLines.line, line)))
    return { round, line, code, entry: entry ?? null }
  })
  return Promise.all(winners)
}

import { and, asc, eq, lte, sql } from 'drizzle-orm'
import type { Tx } from '#app/platform/db/database.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { isUuid } from '#app/shared/uuid.ts'
import { codeOf, type DrawLine, drawRounds, listDigest, listText } from './draw.ts'
import { type DrawReason, type DrawRefusal, refuseDraw } from './draw-refusals.server.ts'
import {
  giveawayDrawLines,
  giveawayDraws,
  giveawayEntries,
  giveawayRounds,
  giveaways,
} from './giveaway.tables.server.ts'
import { instantInWords } from './giveaway.ts'
import type { ReplacedReason } from './rounds.ts'
import { parseSeed, type SeedKind, seedFrom } from './seed.ts'
import { findWinnerCode } from './winner.server.ts'

export type DrawRow = typeof giveawayDraws.$inferSelect
const LINES_AT_A_TIME = 1000

type Writes = Pick<Services, 'clock'> & { db: Tx }

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
 * Freezes the entries of a closed giveaway and publishes the digest of their list, with the source of the seed. From
 * then on the database rejects entries and shares of this giveaway.
 */
export function freezeEntries(
  { db, clock }: Writes,
  { giveawayId, ...named }: { giveawayId: string; seedSource?: string | undefined; seedKind?: SeedKind | undefined },
): Promise<{ ok: true; draw: DrawRow } | DrawRefusal> {
  return db.transaction(async (tx) => {
    const [giveaway] = await tx.select().from(giveaways).where(eq(giveaways.id, giveawayId)).for('update')
    if (!giveaway) return refuseDraw('no-giveaway')
    const now = clock.now()
    if (now < giveaway.closesAt) return refuseDraw('still-open')
    const before = await tx.select().from(giveawayDraws).where(eq(giveawayDraws.giveawayId, giveawayId))
    if (before.length > 0) return refuseDraw('already-frozen')
    // A source that the rules name has the form that they name.
    const { seedSource, seedKind = 'text' } = giveaway.seedSource ? giveaway : named
    const source = seedSource?.trim()
    if (!source) return refuseDraw('no-seed-source')

    const lines = await linesOf(tx, giveawayId)
    if (lines.length === 0) return refuseDraw('no-entries')
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
): Promise<{ ok: true; draw: DrawRow } | DrawRefusal> {
  const before = await getDrawRow(db, drawId)
  if (!before) return refuseDraw('not-frozen')
  const plain = parseSeed(seed, before.seedKind)
  if (plain === null) return refuseDraw('bad-seed')
  if (await waitsForSeed({ db, clock }, before)) return refuseDraw('seed-too-early')
  const [draw] = await db
    .update(giveawayDraws)
    .set({ seed: plain, rounds: 1, drawnAt: clock.now() })
    .where(and(eq(giveawayDraws.id, drawId), sql`${giveawayDraws.seed} is null`))
    .returning()
  if (!draw) return refuseDraw('seed-known')
  return { ok: true, draw }
}

/** From when on the seed of a draw is taken, in words; null once it is. */
export async function waitsForSeed({ db, clock }: Writes, { giveawayId, seedKind }: DrawRow): Promise<string | null> {
  const [giveaway] = await db.select().from(giveaways).where(eq(giveaways.id, giveawayId))
  const from = giveaway && seedFrom(seedKind, giveaway.closesAt)
  return from && clock.now() < from ? instantInWords(from, giveaway.timeZone) : null
}

/** Draws one more winner from the same seed, and stores the reason. A second call for the same round draws nobody. */
export function drawAgain(
  { db, clock }: Writes,
  { drawId, after, reason }: { drawId: string; after: number; reason: ReplacedReason },
): Promise<{ ok: true; draw: DrawRow } | DrawRefusal> {
  return db.transaction(async (tx) => {
    const isThis = eq(giveawayDraws.id, drawId)
    const [before] = isUuid(drawId) ? await tx.select().from(giveawayDraws).where(isThis).for('update') : []
    if (!before?.seed) return refuseDraw('not-frozen')
    if (before.rounds !== after) return { ok: true as const, draw: before }
    if (before.rounds >= before.lines) return refuseDraw('nobody-left')
    const wrong = await checkReason(tx, before, { reason, now: clock.now() })
    if (wrong) return refuseDraw(wrong)
    await tx
      .insert(giveawayRounds)
      .values({ drawId, round: after, replacedReason: reason })
      .onConflictDoUpdate({ target: [giveawayRounds.drawId, giveawayRounds.round], set: { replacedReason: reason } })
    const rounds = after + 1
    const [draw] = await tx.update(giveawayDraws).set({ rounds }).where(isThis).returning()
    return draw ? { ok: true as const, draw } : refuseDraw('not-frozen')
  })
}

/** Why the last winner cannot be replaced for this reason. */
async function checkReason(
  tx: Tx,
  draw: DrawRow,
  { reason, now }: { reason: ReplacedReason; now: Date },
): Promise<DrawReason | null> {
  const round = await lockRound(tx, draw)
  if (await findWinnerCode(tx, round?.promoCode ?? null)) return 'has-code'
  if (reason === 'erased') return (await listWinners({ db: tx }, draw)).at(-1)?.entry ? 'not-erased' : null
  if (reason !== 'no-answer') return null
  if (!round?.answerBy) return 'not-written'
  if (round.answer) return 'has-answered'
  return now < round.answerBy ? 'not-late' : null
}

/** The state of the winner of the last round, locked; null if there is none. */
export async function lockRound(tx: Tx, { id, rounds }: DrawRow) {
  const isLast = and(eq(giveawayRounds.drawId, id), eq(giveawayRounds.round, rounds))
  const [round] = await tx.select().from(giveawayRounds).where(isLast).for('update')
  return round ?? null
}

/** The state of each winner. */
export function listRounds({ db }: { db: Tx }, drawId: string) {
  return db.select().from(giveawayRounds).where(eq(giveawayRounds.drawId, drawId))
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
  const kept = await listRounds({ db }, draw.id)
  const rounds = (await roundsOf(db, draw)).map((drawn) => ({
    ...drawn,
    replacedReason: kept.find(({ round }) => round === drawn.round)?.replacedReason ?? null,
  }))
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
    rounds,
  }
}

/** The winner, for the operator only; null when the entrant has been erased since. */
export async function listWinners({ db }: { db: Tx }, draw: DrawRow) {
  const rounds = await roundsOf(db, draw)
  const { id, fullName, phone, state } = giveawayEntries
  const email = sql<string>`coalesce(${giveawayRounds.email}, ${giveawayEntries.email})`
  const winners = rounds.map(async ({ round, line, code }) => {
    const [entry] = await db
      .select({ id, fullName, email, phone, state })
      .from(giveawayDrawLines)
      .innerJoin(giveawayEntries, eq(giveawayEntries.id, giveawayDrawLines.entryId))
      .leftJoin(giveawayRounds, and(eq(giveawayRounds.drawId, draw.id), eq(giveawayRounds.round, round)))
      .where(and(eq(giveawayDrawLines.drawId, draw.id), eq(giveawayDrawLines.line, line)))
    return { round, line, code, entry: entry ?? null }
  })
  return Promise.all(winners)
}

import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { type Refusal, refuse } from '#app/platform/change/change.server.ts'
import { defineChange } from '#app/platform/change/define.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { boundedText } from '#app/shared/input/bounded-text.ts'
import { optionalText } from '#app/shared/input/typed-input.ts'
import { isUuid } from '#app/shared/uuid.ts'
import { type DrawRefusal, drawAgain, drawWinner, freezeEntries, waitsForSeed } from '../draws.server.ts'
import { giveawayDraws, replacedReasons } from '../giveaway.tables.server.ts'
import { REPLACED } from '../rounds.ts'
import { parseSeed, SEED_KINDS, seedForm } from '../seed.ts'

const REFUSALS: Record<DrawRefusal, string> = {
  'no-giveaway': 'This giveaway is gone by now.',
  'still-open': 'The giveaway is still open. Freeze the entries after it closes.',
  'no-entries': 'No one entered this giveaway, so there’s nothing to draw.',
  'no-seed-source': 'Name the public source of the seed before it can be known.',
  'already-frozen': 'The entries are already frozen. Next comes the seed.',
  'not-frozen': 'First freeze the entries, then enter the seed.',
  'bad-seed': 'This seed doesn’t have the form that was published.',
  'seed-too-early': 'The rules name a drawing that is still to come.',
  'seed-known': 'The seed has already been entered and can’t be changed.',
  'nobody-left': 'Everyone who entered has been drawn.',
  'not-written': 'You haven’t written to the winner yet. Do that first, and wait for the answer.',
  'has-answered': 'The winner has answered. Please choose another reason.',
  'not-late': 'The winner still has time to answer.',
  'not-erased': 'The entry is still stored. Erase it first, under Personal data.',
  'has-code': 'The winner has a prize code. First end it under Promo codes, and cancel the stay if there is one.',
}
const FIELDS: Partial<Record<DrawRefusal, string>> = {
  'no-seed-source': 'seedSource',
  'bad-seed': 'seed',
  'seed-too-early': 'seed',
  'not-written': 'reason',
  'has-answered': 'reason',
  'not-late': 'reason',
  'not-erased': 'reason',
}

function refusedBy(reason: DrawRefusal, words = REFUSALS[reason]): Refusal {
  const field = FIELDS[reason]
  return refuse(409, words, field === undefined ? undefined : { [field]: words })
}

const PUBLISHED = 'It is public, and anyone may have checked it.'
const id = boundedText(100).refine(isUuid)
/** The round that the form showed as the last. */
export const roundField = boundedText(10).transform(Number)

/** The draw of a giveaway, locked; undefined if its entries are not frozen. */
export async function lockDraw(tx: Tx, giveawayId: string) {
  const [draw] = await tx.select().from(giveawayDraws).where(eq(giveawayDraws.giveawayId, giveawayId)).for('update')
  return { draw }
}

const seedWaits = (from: string) =>
  `The seed comes from a drawing that is held on ${from}, or later. Enter its numbers once they are drawn.`

const seedQuestion = (seed: string, source: string) =>
  `“${seed}” decides who wins, and can’t be changed afterwards. Compare it with its source once more: ${source}`

/** The steps of a draw. What they publish stays, so none of them can be taken back. */
export const drawChanges = {
  freeze: defineChange({
    scope: 'site:write',
    name: 'giveaway.frozen',
    facts: {
      people: { label: 'People', kind: 'number' },
      entries: { label: 'Entries', kind: 'number' },
      digest: { label: 'SHA-256 of the list', kind: 'line' },
      seedSource: { label: 'Source of the seed', kind: 'text' },
    },
    words: 'Entries of the giveaway frozen',
    undo: PUBLISHED,
    form: z.object({
      id,
      seedSource: optionalText({ max: 600, tooLong: 'Please keep this to 600 characters' }),
      seedKind: z.enum(SEED_KINDS).optional(),
    }),
    run: async (tx, { id: giveawayId, seedSource, seedKind }, { services: { clock } }) => {
      const frozen = await freezeEntries({ db: tx, clock }, { giveawayId, seedSource, seedKind })
      if (!frozen.ok) return refusedBy(frozen.reason)
      const { lines, tickets, listDigest, seedSource: source } = frozen.draw
      const after = { people: lines, entries: tickets, digest: listDigest, seedSource: source }
      return { subjectId: giveawayId, after }
    },
  }),
  seed: defineChange({
    scope: 'site:write',
    name: 'giveaway.drawn',
    facts: { seed: { label: 'Seed', kind: 'line' } },
    words: 'Seed entered, and the winner drawn',
    undo: PUBLISHED,
    form: z.object({ id, seed: boundedText(1000) }),
    lock: (tx, _, { id: giveawayId }) => lockDraw(tx, giveawayId),
    run: async (tx, { id: giveawayId, seed }, { services: { clock }, subject: { draw }, isConfirmed }) => {
      if (!draw) return refusedBy('not-frozen')
      const plain = parseSeed(seed, draw.seedKind)
      if (plain === null) return refusedBy('bad-seed', `This seed has to be ${seedForm(draw.seedKind)}.`)
      const from = await waitsForSeed({ db: tx, clock }, draw)
      if (from) return refusedBy('seed-too-early', seedWaits(from))
      if (draw.seed === null && !isConfirmed) {
        return { ...refuse(409, ''), asks: [seedQuestion(plain, draw.seedSource)] }
      }
      const drawn = await drawWinner({ db: tx, clock }, { drawId: draw.id, seed })
      if (!drawn.ok) return refusedBy(drawn.reason)
      return { subjectId: giveawayId, after: { seed: drawn.draw.seed } }
    },
  }),
  again: defineChange({
    scope: 'site:write',
    name: 'giveaway.drawn-again',
    facts: { round: { label: 'Round', kind: 'number' } },
    words: 'Another winner drawn',
    undo: PUBLISHED,
    form: z.object({ id, round: roundField, reason: z.enum(replacedReasons, 'Please choose a reason') }),
    lock: (tx, _, { id: giveawayId }) => lockDraw(tx, giveawayId),
    run: async (tx, { id: giveawayId, round, reason }, { services: { clock }, subject: { draw } }) => {
      if (!draw) return refusedBy('not-frozen')
      if (draw.rounds > round) return null
      const drawn = await drawAgain({ db: tx, clock }, { drawId: draw.id, after: round, reason })
      if (!drawn.ok) return refusedBy(drawn.reason)
      return { subjectId: giveawayId, after: { round: drawn.draw.rounds }, reason: REPLACED[reason].choice }
    },
  }),
}

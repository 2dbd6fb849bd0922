import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { defineChange } from '#app/platform/change/define.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { boundedText } from '#app/shared/input/bounded-text.ts'
import { optionalText } from '#app/shared/input/typed-input.ts'
import { refuse } from '#app/shared/refusal.ts'
import { isUuid } from '#app/shared/uuid.ts'
import { refuseDraw } from '../draw-refusals.server.ts'
import { drawAgain, drawWinner, freezeEntries, waitsForSeed } from '../draws.server.ts'
import { giveawayDraws, replacedReasons } from '../giveaway.tables.server.ts'
import { REPLACED } from '../rounds.ts'
import { parseSeed, SEED_KINDS, seedForm } from '../seed.ts'

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

/** The steps of a draw. What they publish stays, so none of them can be undone. */
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
      if (!frozen.ok) return frozen
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
      if (!draw) return refuseDraw('not-frozen')
      const plain = parseSeed(seed, draw.seedKind)
      if (plain === null) return refuseDraw('bad-seed', `This seed has to be ${seedForm(draw.seedKind)}.`)
      const from = await waitsForSeed({ db: tx, clock }, draw)
      if (from) return refuseDraw('seed-too-early', seedWaits(from))
      if (draw.seed === null && !isConfirmed) {
        return { ...refuse('refused', ''), asks: [seedQuestion(plain, draw.seedSource)] }
      }
      const drawn = await drawWinner({ db: tx, clock }, { drawId: draw.id, seed })
      if (!drawn.ok) return drawn
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
      if (!draw) return refuseDraw('not-frozen')
      if (draw.rounds > round) return null
      const drawn = await drawAgain({ db: tx, clock }, { drawId: draw.id, after: round, reason })
      if (!drawn.ok) return drawn
      return { subjectId: giveawayId, after: { round: drawn.draw.rounds }, reason: REPLACED[reason].choice }
    },
  }),
}

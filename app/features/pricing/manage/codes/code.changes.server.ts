import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import { bookings } from '#app/features/bookings/bookings.tables.server.ts'
import { giveawayDraws, giveawayRounds } from '#app/features/giveaway/giveaway.tables.server.ts'
import { promoCodes } from '#app/features/pricing/pricing.tables.server.ts'
import { lockPromoCode } from '#app/features/pricing/promo-codes.server.ts'
import { defineChange } from '#app/platform/change/define.server.ts'
import { fromRecorded, OTHER_FORM, undoFrom } from '#app/platform/change/recorded.server.ts'
import { versionOf } from '#app/platform/change/version.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { canonical } from '#app/shared/canonical.ts'
import type { FactFields } from '#app/shared/declared-facts.ts'
import { boundedText } from '#app/shared/input/bounded-text.ts'
import { refuse } from '#app/shared/refusal.ts'
import { listCodeProperties } from './codes.server.ts'
import { normalized, parseTerms, recordOf, storedOf, termsOf } from './manage-promo-codes.server.ts'
import { promoInputSchema, promoOf } from './promo-input.server.ts'

const CODE: FactFields = {
  code: { label: 'Code', kind: 'line' },
  percent: { label: 'Off', kind: 'percent' },
  amount: { label: 'Off', kind: 'dollars' },
  propertyId: { label: 'Home', kind: 'homes', none: 'All homes' },
  minimumNights: { label: 'Nights at least', kind: 'number' },
  useLimit: { label: 'Bookings at most', kind: 'number' },
  bookFrom: { label: 'Book from', kind: 'date' },
  bookUntil: { label: 'Book until', kind: 'date' },
  stayFrom: { label: 'First night', kind: 'date' },
  stayUntil: { label: 'Last night', kind: 'date' },
  endedAt: { label: 'Ended', kind: 'instant' },
}

type Typed = Partial<Record<keyof z.input<typeof promoInputSchema> | 'id', string>>

/** What is empty sets no limit. The name of a code that is changed is its id. */
const typedCode = z.preprocess(({ id, ...typed }: Typed) => {
  const filled = Object.entries({ ...typed, code: id || typed.code }).filter(([, text]) => text !== '')
  return Object.fromEntries(filled)
}, promoInputSchema)
const ofOne = z.object({ id: boundedText(100) })

const REPLACED = 'The winner has another code by now, or there is another winner. Make a new code under Giveaway.'
const PASSED = 'This day has passed: nobody could book with the code.'
const NO_PROPERTY = 'There is no such home.'
const OF_PRIZE = 'A winner has this code, so it stays as it is. You can end it.'
const KNOWN = 'There is already a code with this name, and a name can’t be used again. Please choose another.'
const CHANGED =
  'Somebody changed this code while you were typing. The list shows theirs, and yours is still in the form: save it again to replace theirs.'

async function lockCode(tx: Tx, code: string) {
  await lockPromoCode(tx, code)
  const [row] = await tx.select().from(promoCodes).where(eq(promoCodes.code, code))
  return row ?? null
}

/** Whether the last winner of a draw has the code. Every other one was replaced, with its winner or without. */
async function isOfWinner(tx: Tx, code: string): Promise<boolean> {
  const isLast = and(eq(giveawayDraws.id, giveawayRounds.drawId), eq(giveawayDraws.rounds, giveawayRounds.round))
  const query = tx.select({ round: giveawayRounds.round }).from(giveawayRounds).innerJoin(giveawayDraws, isLast)
  return (await query.where(eq(giveawayRounds.promoCode, code))).length > 0
}

const decimal = z.string().regex(/^\d{1,6}(?:\.\d{1,4})?$/)
const recorded = z.object({
  code: z.string(),
  propertyId: z.guid().nullable(),
  percent: decimal.nullable(),
  amount: decimal.nullable(),
  minimumNights: z.int().min(1),
  useLimit: z.int().min(1).nullable(),
  bookFrom: z.iso.date().nullable(),
  bookUntil: z.iso.date().nullable(),
  stayFrom: z.iso.date().nullable(),
  stayUntil: z.iso.date().nullable(),
  endedAt: z.iso.datetime().nullable(),
}) satisfies z.ZodType<ReturnType<typeof storedOf>>
const coded = z.object({ code: z.string() })

/** Takes a change of a code back where it is still as it was left. */
const undo = undoFrom({ subject: 'text', before: recorded.nullish() }, async (tx, _services, change) => {
  const { action, subjectId: code, before, after } = change
  const now = await lockCode(tx, code)
  if (!now) return refuse('refused', `The code ${code} is gone.`)
  if (canonical(storedOf(now)) !== canonical(after)) {
    return refuse('refused', `The code ${code} was changed again since.`)
  }
  if (action === 'promo.added') {
    const [booking] = await tx.select({ id: bookings.id }).from(bookings).where(eq(bookings.promoCode, code)).limit(1)
    if (booking) return refuse('refused', `A booking has the code ${code} by now. End it instead.`)
    await tx.delete(promoCodes).where(eq(promoCodes.code, code))
    return undefined
  }
  if (!before) return OTHER_FORM
  if (action === 'promo.ended' && now.coversAll && !(await isOfWinner(tx, code))) return refuse('refused', REPLACED)
  const { endedAt, ...terms } = before
  await tx
    .update(promoCodes)
    .set({ ...terms, endedAt: endedAt === null ? null : new Date(endedAt) })
    .where(eq(promoCodes.code, code))
  return undefined
})

const wordsFor = (done: string) => ({
  words: fromRecorded({ after: coded }, ({ after }) => `Promo code ${after.code} ${done}`),
  facts: CODE,
  undo,
})

type Input = z.output<typeof typedCode>

/** A name cannot be used again: an ended code remains in its bookings. */
async function add(tx: Tx, typed: Input, createdAt: Date) {
  const { code, ...rest } = promoOf(typed)
  const terms = await parseTerms(tx, rest)
  if (!terms) return refuse('invalid-input', NO_PROPERTY, { property: NO_PROPERTY })
  const values = { code, ...terms, createdAt }
  const [row] = await tx.insert(promoCodes).values(values).onConflictDoNothing().returning()
  if (row) return { name: 'promo.added' as const, ...recordOf({ after: row }) }
  const [known] = await tx.select().from(promoCodes).where(eq(promoCodes.code, code))
  const isSame = known && !known.endedAt && canonical(termsOf(known)) === canonical(normalized(terms))
  return isSame ? null : refuse('refused', KNOWN, { code: KNOWN })
}

/** Bookings that have the code keep their price. `version` is that of the terms that were shown. */
async function change(tx: Tx, typed: Input, version: string) {
  const { code, ...rest } = promoOf(typed)
  const before = await lockCode(tx, code)
  if (!before) return refuse('not-found', 'There is no such code.')
  if (before.coversAll) return refuse('refused', OF_PRIZE)
  const terms = await parseTerms(tx, rest)
  if (!terms) return refuse('invalid-input', NO_PROPERTY, { property: NO_PROPERTY })
  if (canonical(termsOf(before)) === canonical(normalized(terms))) return null
  if (versionOf(termsOf(before)) !== version) return refuse('refused', CHANGED)
  const set = { ...terms, demo: false }
  const [after] = await tx.update(promoCodes).set(set).where(eq(promoCodes.code, code)).returning()
  return after ? { name: 'promo.changed' as const, ...recordOf({ before, after }) } : null
}

/** What the page of the promo codes changes. */
export const codeChanges = {
  /** Adds a code, or changes the one that has the `id`. */
  code: defineChange({
    scope: 'prices:write',
    names: { 'promo.added': wordsFor('added'), 'promo.changed': wordsFor('changed') },
    form: typedCode,
    run: async (tx, typed, { services, id, version, now }) => {
      if (id) return change(tx, typed, version)
      const { today } = await listCodeProperties({ ...services, db: tx })
      if (typed.until && typed.until < today) return refuse('invalid-input', PASSED, { until: PASSED })
      return add(tx, typed, now)
    },
  }),
  /** Ends a code: bookings that have it keep their price. */
  'end-code': defineChange({
    scope: 'prices:write',
    name: 'promo.ended',
    ...wordsFor('ended'),
    form: ofOne,
    run: async (tx, { id: code }, { now: endedAt }) => {
      const before = await lockCode(tx, code)
      if (!before || before.endedAt) return null
      await tx.update(promoCodes).set({ endedAt }).where(eq(promoCodes.code, code))
      return recordOf({ before, after: { ...before, endedAt } })
    },
  }),
}

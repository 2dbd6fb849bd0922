import { and, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { bookings } from '#app/features/bookings/bookings.tables.server.ts'
import { giveawayDraws, giveawayRounds } from '#app/features/giveaway/giveaway.tables.server.ts'
import { promoCodes } from '#app/features/pricing/pricing.tables.server.ts'
import { lockPromoCode } from '#app/features/pricing/promo-codes.server.ts'
import type { Posted } from '#app/platform/change/change.server.ts'
import { type ListStore, recordList } from '#app/platform/change/record-list.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { canonical } from '#app/shared/canonical.ts'
import { type FactFields, linesOf } from '#app/shared/declared-facts.ts'
import { refuse } from '#app/shared/refusal.ts'
import { listCodeProperties } from './codes.server.ts'
import { parseTerms, type StoredCode, storedOf } from './manage-promo-codes.server.ts'
import { promoInputSchema, promoOf } from './promo-input.server.ts'

const CODE: FactFields = {
  code: { label: 'Code', kind: 'line' },
  percent: { label: 'Off', kind: 'percent' },
  amount: { label: 'Off', kind: 'dollars' },
  propertyId: { label: 'Home', kind: 'properties', none: 'All homes' },
  minimumNights: { label: 'Nights at least', kind: 'number' },
  useLimit: { label: 'Bookings at most', kind: 'number' },
  bookFrom: { label: 'Book from', kind: 'date' },
  bookUntil: { label: 'Book until', kind: 'date' },
  stayFrom: { label: 'First night', kind: 'date' },
  stayUntil: { label: 'Last night', kind: 'date' },
  endedAt: { label: 'Ended', kind: 'instant' },
}

type Typed = Partial<Record<keyof z.input<typeof promoInputSchema> | 'id', string>>

/** An empty field sets no limit. The name of a changed code is its id. */
const typedCode = z.preprocess(({ id, ...typed }: Typed) => {
  const filled = Object.entries({ ...typed, code: id || typed.code }).filter(([, text]) => text !== '')
  return Object.fromEntries(filled)
}, promoInputSchema)
type Row = typeof promoCodes.$inferSelect & { id: string }

const REPLACED = 'The winner has another code by now, or there is another winner. Make a new code under Giveaway.'
const PASSED = 'This day has passed: nobody could book with the code.'
const NO_PROPERTY = 'There is no such home.'
const OF_PRIZE = 'A winner has this code, so it stays as it is. You can end it.'
const KNOWN = 'There is already a code with this name, and a name can’t be used again. Please choose another.'

/** Whether the last winner of a draw has the code. Every other one was replaced, with its winner or without. */
async function isOfWinner(tx: Tx, code: string): Promise<boolean> {
  const isLast = and(eq(giveawayDraws.id, giveawayRounds.drawId), eq(giveawayDraws.rounds, giveawayRounds.round))
  const query = tx.select({ round: giveawayRounds.round }).from(giveawayRounds).innerJoin(giveawayDraws, isLast)
  return (await query.where(eq(giveawayRounds.promoCode, code))).length > 0
}

/** `10` is `10.0000`. */
const decimal = z
  .string()
  .regex(/^\d{1,6}(?:\.\d{1,4})?$/)
  .transform((text) => String(Number(text)))
const recorded: z.ZodType<StoredCode> = z.object({
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
})

const columnsOf = ({ endedAt, ...terms }: StoredCode) => ({
  ...terms,
  endedAt: endedAt === null ? null : new Date(endedAt),
})

const stored: ListStore<Row, StoredCode> = {
  async lock(tx, code) {
    await lockPromoCode(tx, code)
    const [row] = await tx.select().from(promoCodes).where(eq(promoCodes.code, code))
    return row ? { ...row, id: code } : null
  },
  read: storedOf,
  async add(tx, value, { now: createdAt }) {
    await tx.insert(promoCodes).values({ ...columnsOf(value), createdAt })
    return value.code
  },
  /** Bookings that have the code keep their price. A sample whose terms were changed is the operator's own. */
  async change(tx, row, value) {
    const isEnded = storedOf(row).endedAt !== value.endedAt
    const set = { ...columnsOf(value), ...(!isEnded && { demo: false }) }
    await tx.update(promoCodes).set(set).where(eq(promoCodes.code, row.code))
  },
  async remove(tx, { code }) {
    await tx.delete(promoCodes).where(eq(promoCodes.code, code))
  },
}

/** A name cannot be used again: an ended code remains in its bookings. Null: the same code is there already. */
async function newCode(tx: Tx, value: StoredCode, { services }: Posted) {
  const { today } = await listCodeProperties({ ...services, db: tx })
  if (value.bookUntil && value.bookUntil < today) return refuse('invalid-input', PASSED, { until: PASSED })
  // Two who add the same one take turns.
  await tx.execute(sql`lock table promo_codes in share row exclusive mode`)
  const [known] = await tx.select().from(promoCodes).where(eq(promoCodes.code, value.code))
  if (!known) return value
  return canonical(storedOf(known)) === canonical(value) ? null : refuse('refused', KNOWN, { code: KNOWN })
}

const codes = recordList({
  scope: 'prices:write',
  schema: recorded,
  form: typedCode,
  facts: CODE,
  lines: (code: StoredCode) => linesOf(CODE, code),
  store: stored,
  ids: 'text',
  propertiesOf: ({ propertyId }) => (propertyId ? [propertyId] : []),
  gone: 'There is no such code.',
  changed: 'The code is gone, or was changed again since.',
  complete: async (tx, typed, row, posted) => {
    if (row?.coversAll) return refuse('refused', OF_PRIZE)
    const { code, ...terms } = promoOf(typed)
    const parsed = await parseTerms(tx, terms)
    if (!parsed) return refuse('invalid-input', NO_PROPERTY, { property: NO_PROPERTY })
    return row ? { ...storedOf(row), ...parsed } : newCode(tx, { code, ...parsed, endedAt: null }, posted)
  },
  check: async (tx, { row, value, isUndo }) => {
    if (!isUndo || !row) return null
    if (!value) {
      const isBooked = (await tx.$count(bookings, eq(bookings.promoCode, row.code))) > 0
      return isBooked ? refuse('refused', `A booking has the code ${row.code} by now. End it instead.`) : null
    }
    const isReplaced = row.endedAt && row.coversAll && !(await isOfWinner(tx, row.code))
    return isReplaced ? refuse('refused', REPLACED) : null
  },
})

export const codeChanges = {
  code: codes.add({ name: 'promo.added', words: ({ code }) => `Promo code ${code} added` }),
  'change-code': codes.change({ name: 'promo.changed', words: ({ code }) => `Promo code ${code} changed` }),
  /** Bookings that have it keep their price. */
  'end-code': codes.press({
    name: 'promo.ended',
    words: ({ code }) => `Promo code ${code} ended`,
    make: (code, now) => ({ ...code, endedAt: code.endedAt ?? now.toISOString() }),
  }),
}

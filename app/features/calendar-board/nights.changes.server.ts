import { and, eq, inArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import { blocks } from '#app/features/availability/availability.tables.server.ts'
import { withPropertyLock } from '#app/features/availability/property-lock.server.ts'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import type { Posted } from '#app/platform/change/change.server.ts'
import { defineChange } from '#app/platform/change/define.server.ts'
import { fromRecorded, undoFrom } from '#app/platform/change/recorded.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { addDays, formatDate, type IsoDate, isIsoDate } from '#app/shared/dates.ts'
import type { FactFields } from '#app/shared/declared-facts.ts'
import { boundedText } from '#app/shared/input/bounded-text.ts'
import { refuse } from '#app/shared/refusal.ts'
import { isUuid } from '#app/shared/uuid.ts'
import { listBoardProperties } from './board.server.ts'
import { BLOCKS } from './board.ts'
import { MOST_PROPERTIES } from './calendar-address.ts'
import { CHANGE_KINDS, choiceProblem, parseChange } from './change-form.ts'
import { RATES, storeNights } from './change-nights.server.ts'
import { openedFacts, openNights, undoOpening } from './open-nights.server.ts'
import { type PropertyPlan, planChange, WEEKDAY_CHOICES } from './plan-change.ts'
import { changeSummary, fingerprintOf, leftOutText, planLine } from './plan-words.ts'
import { undoBlocks, undoRates } from './undo-night-changes.server.ts'

const BLOCK: FactFields = {
  kind: { label: 'Kind', kind: 'choice', options: BLOCKS },
  note: { label: 'Note', kind: 'text' },
  summary: { kind: 'hidden' },
  blockIds: { kind: 'hidden' },
}

const keysOf = <Key extends string>(words: Record<Key, string>) => Object.keys(words) as [Key, ...Key[]]
/** With script the homes come in one field, without it each in its own. */
const slugs = z
  .union([boundedText(20_000).transform((text) => text.split(',')), z.array(z.string().max(200))])
  .default([])
  .transform((list) => list.filter(Boolean))
  .pipe(z.array(z.string().max(200)).max(MOST_PROPERTIES))
const date = (message: string) => boundedText(10).refine(isIsoDate, message)

/** The form of the sheet. The fields of the other changes are empty or absent. */
const nights = z
  .object({
    properties: slugs.refine((list) => list.length > 0, 'Please choose a home'),
    included: slugs,
    first: date('Please choose the first night'),
    last: date('Please choose the last night'),
    only: z.enum(keysOf(WEEKDAY_CHOICES)).default('all'),
    what: z.enum(CHANGE_KINDS, { error: 'Please choose what to do' }),
    note: boundedText(500, 'Please keep this to 500 characters').default(''),
    amount: boundedText(20, 'Please enter an amount').default(''),
    reason: boundedText(100, 'Please keep this to 100 characters').default(''),
    minimumStay: boundedText(10, 'Please enter a number of nights').default(''),
    seen: boundedText(20).default(''),
    seenWords: boundedText(20_000).default(''),
  })
  .check(({ value: { first, last }, issues }) => {
    const problem = choiceProblem(first, last)
    if (problem) issues.push({ code: 'custom', path: ['last'], message: problem, input: last })
  })
const block = z.object({ id: boundedText(100) })
/** Which nights of a block to open: without a last one, only the first. */
const someNights = block.extend({
  first: date('Please choose the first night'),
  last: boundedText(10)
    .refine((text) => text === '' || isIsoDate(text), 'Please choose the last night')
    .default(''),
})
const blockNote = block.extend({ note: boundedText(500, 'Please keep this to 500 characters').trim() })

const NO_PROPERTY = refuse('not-found', 'One of these homes is gone. Please choose again.')
const NO_BLOCK = refuse('not-found', 'This block is gone already.')

const summarized = z.object({ summary: z.string() })
const summary = fromRecorded({ after: summarized }, ({ after }) => after.summary)
const summaryOfRemoved = fromRecorded({ before: summarized }, ({ before }) => before.summary)

const noted = z.object({ note: z.string().nullable() })

/** Brings the earlier note back, unless somebody wrote another one since. */
const undoNote = undoFrom({ before: noted, after: noted }, async (tx, _services, { subjectId, before, after }) => {
  const isIt = and(eq(blocks.id, subjectId), sql`${blocks.note} is not distinct from ${after.note}`)
  const restored = await tx.update(blocks).set({ note: before.note }).where(isIt).returning({ id: blocks.id })
  return restored.length > 0 ? undefined : refuse('refused', 'The note was changed again since.')
})

/** Under the locks of all homes that it changes: a night that was sold just now is never blocked. */
const underLocks = <Outcome>(
  { services, prepared }: Posted & { prepared: { ids: [string, ...string[]] } },
  _: unknown,
  work: (tx: Tx) => Promise<Outcome>,
) => withPropertyLock(services, prepared.ids, work)

const propertyOfBlock = async ({ services: { db } }: Posted, { id }: { id: string }) => {
  const [found] = isUuid(id) ? await db.select({ of: blocks.propertyId }).from(blocks).where(eq(blocks.id, id)) : []
  return found ? { ids: [found.of] as [string] } : NO_BLOCK
}

export const nightChanges = {
  /**
   * Blocks the chosen nights, or changes their prices or minimums, in all chosen homes at once. Impossible parts are
   * left out by home. Other prices than the operator saw change nothing.
   */
  change: defineChange({
    scope: 'stays:write',
    names: {
      'block.added': { words: (values) => summary(values) ?? 'Block added', facts: BLOCK, undo: undoBlocks },
      'night-minimums.changed': { words: summary, facts: RATES, undo: undoRates, scope: 'prices:write' },
      'night-prices.changed': { words: summary, facts: RATES, undo: undoRates, scope: 'prices:write' },
    },
    form: nights,
    prepare: async ({ services: { db, config } }, { properties: slugs, ...typed }) => {
      const read = parseChange(typed, config.maxStayNights)
      if (!read.ok) return refuse('invalid-input', '', { [read.field]: read.message })
      const found = await db.select({ id: properties.id }).from(properties).where(inArray(properties.slug, slugs))
      const [first, ...others] = found.map(({ id }) => id)
      if (!first || found.length < new Set(slugs).size) return NO_PROPERTY
      return { ids: [first, ...others] as [string, ...string[]], change: read.change }
    },
    transaction: underLocks,
    run: async (
      tx,
      { properties, included, first, last, only, seen, seenWords },
      { services: { clock }, prepared },
    ) => {
      const { change } = prepared
      const board = await listBoardProperties({ db: tx, clock }, { from: first, to: addDays(last, 1) }, properties)
      const plans = planChange(board, { first, last, only }, change).map((plan, index) =>
        included.includes(board[index]?.slug ?? '') ? plan : { ...plan, leftOut: true },
      )
      const changing = plans.filter(({ leftOut }) => !leftOut)
      const [one] = changing
      if (!one) return refuse('refused', `Nothing was changed: ${leftOutText(plans)}.`)
      const isSeen = 'note' in change || seen === fingerprintOf(plans)
      if (!isSeen) return refuse('refused', changedMeanwhile(seenWords, plans))
      const stored = await storeNights(tx, changing, change)
      return {
        ...stored,
        after: { summary: changeSummary(plans, change), ...stored.after },
        subjectId: one.propertyId,
        propertyIds: changing.map(({ propertyId }) => propertyId),
      }
    },
  }),
  /** Changes the operators' note on a block, without opening its nights in between. */
  note: defineChange({
    scope: 'stays:write',
    name: 'block.note-changed',
    words: 'Note on the calendar changed',
    facts: { note: { label: 'Note', kind: 'text' } },
    undo: undoNote,
    form: blockNote,
    gone: NO_BLOCK.message,
    lock: async (tx, _, { id }) => {
      const [found] = isUuid(id) ? await tx.select().from(blocks).where(eq(blocks.id, id)).for('update') : []
      return found ?? null
    },
    run: async (tx, { id, note: typed }, { subject: { propertyId, note } }) => {
      const after = { note: typed || null }
      if (note === after.note) return null
      await tx.update(blocks).set(after).where(eq(blocks.id, id))
      return { subjectId: id, propertyIds: [propertyId], before: { note }, after }
    },
  }),
  /** Opens some nights of a block again: it is shorter then, or two. */
  'open-nights': defineChange({
    scope: 'stays:write',
    name: 'block.shortened',
    words: summaryOfRemoved,
    facts: openedFacts,
    undo: undoOpening,
    form: someNights,
    prepare: propertyOfBlock,
    transaction: underLocks,
    run: async (tx, { id, first, last }) => {
      const [found] = await tx.select().from(blocks).where(eq(blocks.id, id)).for('update')
      if (!found) return NO_BLOCK
      const { from, to } = found.nights
      const opened = { from: first, to: addDays(last || first, 1) }
      const isOutside = (day: IsoDate) => day < from || day >= to
      const message = `Please choose from ${formatDate(from, 'short')} to ${formatDate(addDays(to, -1), 'short')}`
      if (isOutside(first)) return refuse('invalid-input', '', { first: message })
      if (last && isOutside(last)) return refuse('invalid-input', '', { last: message })
      if (opened.to <= first) return refuse('invalid-input', '', { last: 'The last night comes before the first' })
      return openNights(tx, found, opened)
    },
  }),
  /** Removes a block, so that its nights are open again. */
  'remove-block': defineChange({
    scope: 'stays:write',
    name: 'block.removed',
    words: (values) => summaryOfRemoved(values) ?? 'Block removed',
    facts: openedFacts,
    undo: undoOpening,
    form: block,
    prepare: propertyOfBlock,
    transaction: underLocks,
    run: async (tx, { id }) => {
      const [found] = await tx.select().from(blocks).where(eq(blocks.id, id)).for('update')
      return found ? openNights(tx, found, found.nights) : NO_BLOCK
    },
  }),
}

function changedMeanwhile(seenWords: string, plans: readonly PropertyPlan[]): string {
  const seen = seenWords ? ` You saw ${seenWords}.` : ''
  return `Somebody changed these nights while you looked, so nothing was saved.${seen} Now it is ${planLine(plans)}. Save again if that is right.`
}

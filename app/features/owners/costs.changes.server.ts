import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import { lockImage, noteRemoved } from '#app/features/media/orphans.server.ts'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import type { Posted } from '#app/platform/change/change.server.ts'
import { defineChange } from '#app/platform/change/define.server.ts'
import { amountField, checkField, dateField, optionalField } from '#app/platform/change/fields.server.ts'
import { fromRecorded, undoFrom } from '#app/platform/change/recorded.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { canonical } from '#app/shared/canonical.ts'
import type { FactFields } from '#app/shared/declared-facts.ts'
import { boundedText } from '#app/shared/input/bounded-text.ts'
import { formatMoney } from '#app/shared/money.ts'
import { refuse } from '#app/shared/refusal.ts'
import { isUuid } from '#app/shared/uuid.ts'
import { ownerCosts, ownerProperties } from './owners.tables.server.ts'
import { lockOwner, OWNER_GONE } from './statements.server.ts'

const COST: FactFields = {
  spentOn: { label: 'Day', kind: 'date' },
  description: { label: 'What for', kind: 'line' },
  amount: { label: 'Amount', kind: 'money' },
  receipt: { label: 'Receipt', kind: 'image' },
  id: { kind: 'hidden' },
  ownerId: { kind: 'hidden' },
  propertyId: { kind: 'hidden' },
  statementId: { kind: 'hidden' },
}

const MOST_AMOUNT = 10_000_000

type Cost = typeof ownerCosts.$inferSelect
const recorded = z.object({
  id: z.guid(),
  ownerId: z.guid(),
  propertyId: z.guid(),
  spentOn: z.iso.date(),
  description: z.string().min(1),
  amount: z.int().refine((amount) => amount !== 0),
  receipt: z.string().nullable(),
  statementId: z.guid().nullable(),
}) satisfies z.ZodType<Cost>

const costWords = ({ description, amount }: Cost, done: string) =>
  amount < 0
    ? `Credit of ${formatMoney(-amount)} ${done}: ${description}`
    : `Cost of ${formatMoney(amount)} ${done}: ${description}`

const undoCost = undoFrom({ before: recorded.nullish() }, async (tx, _services, change) => {
  const { subjectId: id, before: cost, after } = change
  if (cost) {
    if ((await tx.$count(properties, eq(properties.id, cost.propertyId))) === 0) return refuse('refused', PROPERTY_GONE)
    if (!(await lockOwner(tx, cost.ownerId))) return refuse('refused', COST_OWNER_GONE)
    const receipt = cost.receipt && (await lockImage(tx, cost.receipt, 'share')) ? cost.receipt : null
    await tx
      .insert(ownerCosts)
      .values({ ...cost, receipt })
      .onConflictDoNothing()
    return undefined
  }
  const stored = await lockCost(tx, { id })
  if (!stored || canonical(stored) !== canonical(after)) return refuse('refused', IN_STATEMENT)
  await tx.delete(ownerCosts).where(eq(ownerCosts.id, id))
  return undefined
})

const IN_STATEMENT = 'It is part of a statement that was sent. Add what goes back as a credit.'
const NO_PROPERTY = 'Please choose a home'
const NOT_THEIRS = 'This home has another owner by now. Nothing was added.'
const PROPERTY_GONE = 'Its home is gone by now.'
const COST_OWNER_GONE = 'Its owner is gone by now.'
const NO_RECEIPT = 'This photo is gone. Please send it again'

async function lockCost(tx: Tx, { id }: Pick<Posted, 'id'>): Promise<Cost | null> {
  const [row] = isUuid(id) ? await tx.select().from(ownerCosts).where(eq(ownerCosts.id, id)).for('update') : []
  return row ?? null
}

/** What the page of an owner changes about costs. */
export const costChanges = {
  'add-cost': defineChange({
    scope: 'money:write',
    name: 'owner-cost.added',
    words: fromRecorded({ after: recorded }, ({ after }) => costWords(after, 'added')),
    facts: COST,
    undo: undoCost,
    gone: OWNER_GONE,
    once: 'owner-costs',
    form: z.object({
      key: z.guid(),
      home: z.guid(NO_PROPERTY),
      spentOn: dateField,
      description: boundedText(200, 'Please keep this to 200 characters').trim().min(1, 'Please say what it was for'),
      amount: amountField(1, MOST_AMOUNT),
      isCredit: checkField,
      receipt: optionalField(boundedText(500)),
    }),
    lock: (tx, { params }) => lockOwner(tx, params.owner ?? ''),
    run: async (
      tx,
      { home: property, spentOn, description, amount: cents, isCredit, receipt },
      { subject: { id: ownerId } },
    ) => {
      const amount = isCredit ? -cents : cents
      const isTheirs = and(eq(ownerProperties.propertyId, property), eq(ownerProperties.ownerId, ownerId))
      if ((await tx.$count(ownerProperties, isTheirs)) === 0) return refuse('refused', NOT_THEIRS)
      if (receipt && !(await lockImage(tx, receipt, 'share'))) return refuse('refused', '', { receipt: NO_RECEIPT })
      const values = {
        ownerId,
        propertyId: property,
        spentOn,
        description,
        amount,
        receipt: receipt ?? null,
      }
      const [after] = await tx.insert(ownerCosts).values(values).returning()
      return after ? { subjectId: after.id, propertyIds: [property], after } : null
    },
  }),
  'remove-cost': defineChange({
    scope: 'money:write',
    name: 'owner-cost.removed',
    facts: COST,
    words: fromRecorded({ before: recorded }, ({ before }) => costWords(before, 'removed')),
    undo: undoCost,
    gone: 'This is gone.',
    form: z.object({ id: z.guid() }),
    lock: lockCost,
    run: async (tx, { id }, { subject: before, now }) => {
      if (before.statementId) return refuse('refused', IN_STATEMENT)
      // It can come back for as long as a removed photo of a home.
      if (before.receipt && (await lockImage(tx, before.receipt, 'update'))) await noteRemoved(tx, before.receipt, now)
      await tx.delete(ownerCosts).where(eq(ownerCosts.id, id))
      return { subjectId: id, propertyIds: [before.propertyId], before }
    },
  }),
}

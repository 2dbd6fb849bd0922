import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import { lockImage, noteRemoved } from '#app/features/media/orphans.server.ts'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import { fromFields, type ListStore, recordList } from '#app/platform/change/record-list.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { formatMoney } from '#app/shared/money.ts'
import { refuse } from '#app/shared/refusal.ts'
import { isUuid } from '#app/shared/uuid.ts'
import { COST_FIELDS } from './owner-fields.ts'
import { ownerCosts, ownerProperties } from './owners.tables.server.ts'
import { lockOwner, OWNER_GONE } from './statements.server.ts'

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

const costWords =
  (done: string) =>
  ({ description, amount }: Cost) =>
    amount < 0
      ? `Credit of ${formatMoney(-amount)} ${done}: ${description}`
      : `Cost of ${formatMoney(amount)} ${done}: ${description}`

const IN_STATEMENT = 'It is part of a statement that was sent. Add what goes back as a credit.'
const NOT_THEIRS = 'This home has another owner by now. Nothing was added.'
const NO_RECEIPT = 'This photo is gone. Please send it again'

const stored: ListStore<Cost, Cost> = {
  async lock(tx, id) {
    const [row] = isUuid(id) ? await tx.select().from(ownerCosts).where(eq(ownerCosts.id, id)).for('update') : []
    return row ?? null
  },
  read: (row) => row,
  async add(tx, cost) {
    const receipt = cost.receipt && (await lockImage(tx, cost.receipt, 'share')) ? cost.receipt : null
    await tx.insert(ownerCosts).values({ ...cost, receipt })
    return cost.id
  },
  async change(tx, { id }, cost) {
    await tx.update(ownerCosts).set(cost).where(eq(ownerCosts.id, id))
  },
  async remove(tx, { id, receipt }, { now }) {
    // It can be restored for as long as a removed photo of a home.
    if (receipt && (await lockImage(tx, receipt, 'update'))) await noteRemoved(tx, receipt, now)
    await tx.delete(ownerCosts).where(eq(ownerCosts.id, id))
  },
}

/** Why one that was removed cannot come back. */
async function backProblem(tx: Tx, { propertyId, ownerId }: Cost) {
  if ((await tx.$count(properties, eq(properties.id, propertyId))) === 0) return 'Its home is gone by now.'
  return (await lockOwner(tx, ownerId)) ? null : 'Its owner is gone by now.'
}

const { form, lines, facts } = fromFields(COST_FIELDS)

const costs = recordList({
  scope: 'money:write',
  schema: recorded,
  form,
  lines: (cost: Cost) => lines({ ...cost, property: cost.propertyId, isCredit: cost.amount < 0 }),
  facts: {
    ...facts,
    id: { kind: 'hidden' },
    ownerId: { kind: 'hidden' },
    propertyId: { kind: 'hidden' },
    statementId: { kind: 'hidden' },
  },
  store: stored,
  propertiesOf: ({ propertyId }) => [propertyId],
  gone: 'This is gone.',
  changed: IN_STATEMENT,
  complete: async (tx, { property: propertyId, isCredit, amount, ...typed }, _, { params }) => {
    const owner = await lockOwner(tx, params.owner ?? '')
    if (!owner) return refuse('not-found', OWNER_GONE)
    const isTheirs = and(eq(ownerProperties.propertyId, propertyId), eq(ownerProperties.ownerId, owner.id))
    if ((await tx.$count(ownerProperties, isTheirs)) === 0) return refuse('refused', NOT_THEIRS)
    if (typed.receipt && !(await lockImage(tx, typed.receipt, 'share')))
      return refuse('refused', '', { receipt: NO_RECEIPT })
    const of = { id: randomUUID(), ownerId: owner.id, propertyId, statementId: null }
    return { ...of, ...typed, amount: isCredit ? -amount : amount }
  },
  check: async (tx, { row, value, isUndo }) => {
    if (row?.statementId) return refuse('refused', IN_STATEMENT)
    const problem = value && isUndo ? await backProblem(tx, value) : null
    return problem ? refuse('refused', problem) : null
  },
})

export const costChanges = {
  'add-cost': costs.addOnce('owner-costs', { name: 'owner-cost.added', words: costWords('added') }),
  'remove-cost': costs.remove({ name: 'owner-cost.removed', words: costWords('removed') }),
}

import { randomUUID } from 'node:crypto'
import { eq, inArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import { periodOf, periodWords } from '#app/features/reports/periods.ts'
import { findOperatorTimeZone } from '#app/features/site/operator-time-zone.server.ts'
import { defineChange } from '#app/platform/change/define.server.ts'
import { recordChange } from '#app/platform/change/record-change.server.ts'
import { fromFields, type ListStore, recordList } from '#app/platform/change/record-list.server.ts'
import { fromRecorded } from '#app/platform/change/recorded.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { dateInZone, startOfMonth } from '#app/shared/dates.ts'
import { refuse } from '#app/shared/refusal.ts'
import { isUuid } from '#app/shared/uuid.ts'
import { OWNER_FIELDS, PAY_FIELDS } from './owner-fields.ts'
import { getOwnerValue, ownerOf, ownerSchema, storeOwner } from './owner-value.server.ts'
import { ownerCosts, ownerProperties, ownerStatements, owners } from './owners.tables.server.ts'
import type { OwnerValue } from './statement.ts'
import {
  findUnsent,
  listStatements,
  lockOwner,
  lockProperties,
  nextMonth,
  OWNER_GONE,
  type OwnerRow,
} from './statements.server.ts'

/** Why these homes cannot be this owner's. */
async function propertiesProblem(
  tx: Tx,
  propertyIds: readonly string[],
  ownerId: string | null,
): Promise<string | null> {
  const taken = await tx
    .select({ property: properties.name, owner: owners.name, ownerId: owners.id })
    .from(ownerProperties)
    .innerJoin(owners, eq(owners.id, ownerProperties.ownerId))
    .innerJoin(properties, eq(properties.id, ownerProperties.propertyId))
    .where(inArray(ownerProperties.propertyId, [...propertyIds]))
  const other = taken.find((one) => one.ownerId !== ownerId)
  return other ? `${other.property} belongs to ${other.owner}. Take it from there first.` : null
}

/** A home that is taken away before its month is stated would be in no statement. */
async function unsentProblem(
  tx: Tx,
  services: Services,
  owner: OwnerRow,
  { was, is }: { was: OwnerValue; is: Pick<OwnerValue, 'properties'> },
): Promise<string | null> {
  const lost = was.properties.filter((property) => !is.properties.includes(property))
  if (lost.length === 0) return null
  const timeZone = await findOperatorTimeZone(tx)
  const today = dateInZone(services.clock.now(), timeZone)
  const sent = await listStatements(tx, owner.id)
  const next = nextMonth(owner, sent) ?? (await findUnsent(tx, { ownerId: owner.id, properties: lost, timeZone }))
  if (!next || next >= startOfMonth(today)) return null
  return `Send the statement for ${periodWords(periodOf(next, 'month'))} before you take a home away.`
}

const named = z.object({ name: z.string() })

type Stored = OwnerRow & { value: OwnerValue }

const stored: ListStore<Stored, OwnerValue> = {
  async lock(tx, id) {
    await lockProperties(tx)
    const row = await lockOwner(tx, id)
    return row && { ...row, value: await getOwnerValue(tx, row) }
  },
  read: ({ value }) => value,
  async add(tx, value, { id = randomUUID() }) {
    await tx.insert(owners).values({ id, ...ownerOf(value) })
    await storeOwner(tx, id, value)
    return id
  },
  change: (tx, { id }, value) => storeOwner(tx, id, value),
  async remove(tx, { id }) {
    await tx.delete(owners).where(eq(owners.id, id))
  },
}

/** An owner who was added by mistake has no month of their own: another owner can have it. */
async function usedProblem(tx: Tx, { id }: OwnerRow): Promise<string | null> {
  const isSent = (await tx.$count(ownerStatements, eq(ownerStatements.ownerId, id))) > 0
  if (isSent) return 'A statement was sent to this owner since.'
  const hasCosts = (await tx.$count(ownerCosts, eq(ownerCosts.ownerId, id))) > 0
  return hasCosts ? 'This owner has costs by now.' : null
}

const list = recordList({
  scope: 'money:write',
  schema: ownerSchema,
  ...fromFields(OWNER_FIELDS),
  store: stored,
  propertiesOf: ({ properties }) => properties,
  gone: OWNER_GONE,
  changed: 'It was changed again since.',
  check: async (tx, { id, row, value, services }) => {
    if (!row) await lockProperties(tx)
    if (row && !value) {
      const problem = await usedProblem(tx, row)
      return problem ? refuse('refused', problem) : null
    }
    if (!value) return null
    const unsent = row && (await unsentProblem(tx, services, row, { was: row.value, is: value }))
    const problem = unsent ?? (await propertiesProblem(tx, value.properties, id))
    return problem ? refuse('refused', '', { properties: problem }) : null
  },
})

export const ownersChanges = {
  'add-owner': list.addOnce('owners', { name: 'owner.added', words: ({ name }) => `Owner ${name} added` }),
}

export const ownerChanges = {
  'change-owner': list.change({ name: 'owner.changed', words: ({ name }) => `Owner ${name} changed` }),
  'cleaner-pay': recordChange({
    scope: 'money:write',
    name: 'owner-property.cleaner-pay-changed',
    title: 'Pay for a turnover',
    schema: z.object({ cleanerPay: z.number() }),
    fields: PAY_FIELDS,
    gone: 'This home has no owner now.',
    lock: async (tx, _, { id, subjectId = id }) => {
      const isIt = eq(ownerProperties.propertyId, subjectId)
      const [row] = isUuid(subjectId) ? await tx.select().from(ownerProperties).where(isIt).for('update') : []
      return row ?? null
    },
    read: ({ cleanerPay }) => ({ cleanerPay }),
    store: async (tx, { propertyId }, pay) => {
      await tx.update(ownerProperties).set(pay).where(eq(ownerProperties.propertyId, propertyId))
    },
    about: ({ propertyId: id }) => ({ subjectId: id, propertyIds: [id], timeZone: 'UTC' }),
  }),
  /** The old link stops working. */
  'renew-owner-link': defineChange({
    scope: 'money:write',
    gone: OWNER_GONE,
    name: 'owner.link-renewed',
    facts: { name: { label: 'Owner', kind: 'line' } },
    words: fromRecorded({ after: named }, ({ after }) => `Link of the owner ${after.name} replaced`),
    undo: 'The old link stays closed.',
    form: z.object({ id: z.guid() }),
    lock: (tx, _, { id }) => lockOwner(tx, id),
    run: async (tx, { id }, { subject: { name } }) => {
      await tx
        .update(owners)
        .set({ token: sql`md5(gen_random_uuid()::text || gen_random_uuid()::text)::uuid` })
        .where(eq(owners.id, id))
      return { subjectId: id, after: { name } }
    },
  }),
}

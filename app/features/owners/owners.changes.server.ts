import { randomUUID } from 'node:crypto'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import { periodOf, periodWords } from '#app/features/reports/periods.ts'
import { findOperatorTimeZone } from '#app/features/site/operator-time-zone.server.ts'
import { defineChange } from '#app/platform/change/define.server.ts'
import { editChange } from '#app/platform/change/edit.server.ts'
import {
  amountField,
  checkedField,
  checkField,
  optionalField,
  percentField,
} from '#app/platform/change/fields.server.ts'
import { fromRecorded, undoFrom } from '#app/platform/change/recorded.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { canonical } from '#app/shared/canonical.ts'
import { dateInZone, startOfMonth } from '#app/shared/dates.ts'
import { boundedText } from '#app/shared/input/bounded-text.ts'
import { emailOrNone } from '#app/shared/input/typed-input.ts'
import { formatMoney } from '#app/shared/money.ts'
import { refuse } from '#app/shared/refusal.ts'
import { getOwnerValue, ownerFacts, ownerLines, ownerOf, ownerSchema, storeOwner } from './owner-value.server.ts'
import { ownerCosts, ownerProperties, ownerStatements, owners } from './owners.tables.server.ts'
import { COMMISSION_ON, type OwnerValue } from './statement.ts'
import {
  findUnsent,
  listStatements,
  lockOwner,
  lockProperties,
  nextMonth,
  OWNER_GONE,
  type OwnerRow,
} from './statements.server.ts'

const MOST_AMOUNT = 10_000_000
const NAME = 'Please enter a name of up to 80 characters'
const EMAIL = 'Please enter an email address, such as ann@example.com'

const ownerForm = z.object({
  name: boundedText(80, NAME).trim().min(1, NAME),
  email: emailOrNone(EMAIL),
  commissionPercent: optionalField(percentField(100)),
  commissionOn: z.enum(Object.keys(COMMISSION_ON) as (keyof typeof COMMISSION_ON)[]),
  commissionPerStay: optionalField(amountField(0, MOST_AMOUNT)),
  getsCleaning: checkField,
  getsFees: checkField,
  unpaidWaits: checkField,
  homes: checkedField(z.guid()),
})

const ownerTyped = ({ commissionPercent, commissionPerStay, ...typed }: z.output<typeof ownerForm>): OwnerValue => ({
  ...typed,
  commissionPercent: commissionPercent ?? '0',
  commissionPerStay: commissionPerStay ?? 0,
  homes: typed.homes.toSorted(),
})

/** Why these homes cannot be this owner's. */
async function propertiesProblem(tx: Tx, homes: readonly string[], ownerId: string | null): Promise<string | null> {
  const taken = await tx
    .select({ home: properties.name, owner: owners.name, ownerId: owners.id })
    .from(ownerProperties)
    .innerJoin(owners, eq(owners.id, ownerProperties.ownerId))
    .innerJoin(properties, eq(properties.id, ownerProperties.propertyId))
    .where(inArray(ownerProperties.propertyId, [...homes]))
  const other = taken.find((one) => one.ownerId !== ownerId)
  return other ? `${other.home} belongs to ${other.owner}. Take it from there first.` : null
}

/** A home that is taken away before its month is stated would be in no statement. */
async function unsentProblem(
  tx: Tx,
  services: Services,
  owner: OwnerRow,
  { was, is }: { was: OwnerValue; is: Pick<OwnerValue, 'homes'> },
): Promise<string | null> {
  const properties = was.homes.filter((property) => !is.homes.includes(property))
  if (properties.length === 0) return null
  const timeZone = await findOperatorTimeZone(tx)
  const today = dateInZone(services.clock.now(), timeZone)
  const sent = await listStatements(tx, owner.id)
  const next = nextMonth(owner, sent) ?? (await findUnsent(tx, { ownerId: owner.id, homes: properties, timeZone }))
  if (!next || next >= startOfMonth(today)) return null
  return `Send the statement for ${periodWords(periodOf(next, 'month'))} before you take a home away.`
}

const named = z.object({ name: z.string() })
const pay = z.object({ cleanerPay: z.number() })

const RECORDED = { before: ownerSchema.nullish(), after: ownerSchema }

const undoOwner = undoFrom(RECORDED, async (tx, services, { subjectId: id, before: earlier, after }) => {
  await lockProperties(tx)
  const row = await lockOwner(tx, id)
  const stored = row && (await getOwnerValue(tx, row))
  if (!row || !stored || canonical(stored) !== canonical(after)) return refuse('refused', 'It was changed again since.')
  const properties = earlier?.homes ?? []
  // Whoever was added by mistake has no month of their own: another owner can have it.
  const unsent = earlier && (await unsentProblem(tx, services, row, { was: stored, is: { homes: properties } }))
  const problem = unsent ?? (await propertiesProblem(tx, properties, id))
  if (problem) return refuse('refused', problem)
  if (earlier) return storeOwner(tx, id, earlier)
  if ((await tx.$count(ownerStatements, eq(ownerStatements.ownerId, id))) > 0) {
    return refuse('refused', 'A statement was sent to this owner since.')
  }
  if ((await tx.$count(ownerCosts, eq(ownerCosts.ownerId, id))) > 0) {
    return refuse('refused', 'This owner has costs by now.')
  }
  await tx.delete(owners).where(eq(owners.id, id))
  return undefined
})

const ofOwner = { scope: 'money:write', gone: OWNER_GONE } as const

/** What the list of owners changes. */
export const ownersChanges = {
  'add-owner': defineChange({
    ...ofOwner,
    name: 'owner.added',
    words: fromRecorded({ after: named }, ({ after }) => `Owner ${after.name} added`),
    undo: undoOwner,
    facts: ownerFacts,
    form: ownerForm.extend({ key: z.guid() }),
    once: 'owners',
    run: async (tx, { key: _, ...typed }) => {
      await lockProperties(tx)
      const after = ownerTyped(typed)
      const problem = await propertiesProblem(tx, after.homes, null)
      if (problem) return refuse('refused', '', { homes: problem })
      const id = randomUUID()
      await tx.insert(owners).values({ id, ...ownerOf(after) })
      await storeOwner(tx, id, after)
      return { subjectId: id, propertyIds: after.homes, before: null, after }
    },
  }),
}

/** What the page of an owner changes about the owner. */
export const ownerChanges = {
  'change-owner': editChange({
    ...ofOwner,
    name: 'owner.changed',
    words: fromRecorded({ after: named }, ({ after }) => `Owner ${after.name} changed`),
    undo: undoOwner,
    facts: ownerFacts,
    form: ownerForm,
    lock: async (tx, { id, services }, typed) => {
      await lockProperties(tx)
      const row = await lockOwner(tx, id)
      if (!row) return null
      const value = await getOwnerValue(tx, row)
      const unsent = await unsentProblem(tx, services, row, { was: value, is: typed })
      return { row, value, problem: unsent ?? (await propertiesProblem(tx, typed.homes, id)) }
    },
    value: ({ value }) => value,
    edit: (typed, _, { subject }) =>
      subject.problem ? refuse('refused', '', { homes: subject.problem }) : ownerTyped(typed),
    lines: ownerLines,
    store: (tx, { row }, value) => storeOwner(tx, row.id, value),
    about: ({ row, value }, after) => ({
      subjectId: row.id,
      timeZone: 'UTC',
      propertyIds: [...new Set([...value.homes, ...after.homes])],
    }),
  }),
  /** What a cleaner gets for a turnover in a home. */
  'cleaner-pay': defineChange({
    scope: 'money:write',
    name: 'owner-home.cleaner-pay-changed',
    words: 'Pay for a turnover changed',
    facts: fromRecorded({ before: pay, after: pay }, ({ before, after }) => [
      { name: 'For a turnover', before: formatMoney(before.cleanerPay), after: formatMoney(after.cleanerPay) },
    ]),
    gone: 'This home has no owner now.',
    form: z.object({ id: z.guid(), cleanerPay: amountField(0, MOST_AMOUNT) }),
    lock: async (tx, _, { id }) => {
      const [row] = await tx.select().from(ownerProperties).where(eq(ownerProperties.propertyId, id)).for('update')
      return row ?? null
    },
    run: async (tx, { id, cleanerPay }, { subject }) => {
      if (subject.cleanerPay === cleanerPay) return null
      await tx.update(ownerProperties).set({ cleanerPay }).where(eq(ownerProperties.propertyId, id))
      return { subjectId: id, propertyIds: [id], before: { cleanerPay: subject.cleanerPay }, after: { cleanerPay } }
    },
    undo: undoFrom({ before: pay, after: pay }, async (tx, _services, { subjectId: id, before, after }) => {
      const isAsLeft = and(eq(ownerProperties.propertyId, id), eq(ownerProperties.cleanerPay, after.cleanerPay))
      const undone = await tx.update(ownerProperties).set(before).where(isAsLeft).returning()
      return undone.length > 0 ? undefined : refuse('refused', 'It was changed again since.')
    }),
  }),
  /** The old link stops working. */
  'renew-owner-link': defineChange({
    ...ofOwner,
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

import { and, asc, desc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import type { CountedStay } from '#app/features/reports/counted-stay.ts'
import {
  changedBetween,
  ENDED_ON,
  endedWithin,
  listCountedStays,
  retainedAmount,
  versionsAt,
} from '#app/features/reports/counted-stays.server.ts'
import { type Period, periodOf } from '#app/features/reports/periods.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { addMonths, type IsoDate } from '#app/shared/dates.ts'
import type { Cents } from '#app/shared/money.ts'
import { isUuid } from '#app/shared/uuid.ts'
import { ownerCosts, ownerProperties, ownerStatements, owners } from './owners.tables.server.ts'
import {
  changesOf,
  type FiledTaxes,
  figuresOf,
  type OwnedProperty,
  type OwnerTerms,
  type StatedBy,
  type StatementChange,
  type StatementCost,
  type StatementFigures,
  type StatementStay,
  staysOfMonth,
  type TaxFacts,
  waitingStays,
} from './statement.ts'

export type OwnerRow = typeof owners.$inferSelect
type StatementRow = typeof ownerStatements.$inferSelect

export const OWNER_GONE = 'This owner is gone.'

/** Two who change whose homes are take turns. It comes before the lock of an owner. */
export const lockProperties = (tx: Tx) => tx.execute(sql`lock table owner_properties in share row exclusive mode`)

/** Finds and locks an owner: two changes run one after the other. */
export async function lockOwner(tx: Tx, id: string): Promise<OwnerRow | null> {
  const [row] = isUuid(id) ? await tx.select().from(owners).where(eq(owners.id, id)).for('update') : []
  return row ?? null
}

export type SentStatement = Omit<StatementRow, 'figures'> & { figures: StatementFigures }

type WithoutOwed<Stay> = Omit<Stay, 'owed' | keyof TaxFacts>

/** Statements of older versions of the site do not have guests' unpaid amounts. */
type StoredFigures = StatementFigures | FiguresBefore
type FiguresBefore = Omit<StatementFigures, 'terms' | 'stays' | 'waiting' | 'changes' | 'sums'> & {
  terms: Omit<OwnerTerms, 'paidStaysOnly'>
  stays: WithoutOwed<StatementStay>[]
  changes: WithoutOwed<StatementChange>[]
  sums: WithoutOwed<StatementFigures['sums']>
}

const NOTHING_OWED = { owed: 0, owedTaxes: 0 }
const isComplete = (figures: StoredFigures): figures is StatementFigures => 'waiting' in figures

/** Statements from before this was stored do not have filed taxes. */
const NOTHING_KNOWN: TaxFacts = { owedTaxes: null, filedTaxes: 0 }

function completed(figures: FiguresBefore): StatementFigures {
  return {
    ...figures,
    terms: { ...figures.terms, paidStaysOnly: false },
    stays: figures.stays.map((stay) => ({ ...stay, ...NOTHING_OWED })),
    waiting: [],
    changes: figures.changes.map((change) => ({ ...change, ...NOTHING_OWED })),
    sums: { ...figures.sums, owed: 0, ...NOTHING_KNOWN },
  }
}

function parseSent(row: StatementRow): SentStatement {
  const figures = row.figures as StoredFigures
  const complete = isComplete(figures) ? figures : completed(figures)
  return { ...row, figures: { ...complete, sums: { ...NOTHING_KNOWN, ...complete.sums } } }
}

/** Nobody removes a cost while a statement is sent. */
export const lockOpenCosts = (tx: Tx, ownerId: string) =>
  tx
    .select({ id: ownerCosts.id })
    .from(ownerCosts)
    .where(and(eq(ownerCosts.ownerId, ownerId), isNull(ownerCosts.statementId)))
    .for('update')

/** The statements of an owner that were sent, the latest first. */
export async function listStatements(tx: Tx, ownerId: string): Promise<SentStatement[]> {
  const ofOwner = tx.select().from(ownerStatements).where(eq(ownerStatements.ownerId, ownerId))
  return (await ofOwner.orderBy(desc(ownerStatements.month))).map(parseSent)
}

/** The homes of an owner, in the order of the site. */
export function listOwnedProperties(tx: Tx, ownerId: string): Promise<OwnedProperty[]> {
  return tx
    .select({ id: properties.id, name: properties.name, cleanerPay: ownerProperties.cleanerPay })
    .from(ownerProperties)
    .innerJoin(properties, eq(properties.id, ownerProperties.propertyId))
    .where(eq(ownerProperties.ownerId, ownerId))
    .orderBy(asc(properties.displayOrder), asc(properties.name))
}

/** The costs of an owner’s homes that are in no statement yet, by day. */
export function listOpenCosts(tx: Tx, ofOwner: string): Promise<StatementCost[]> {
  const { id, spentOn, description, amount, receipt, propertyId, statementId, ownerId } = ownerCosts
  return tx
    .select({ id, property: properties.name, spentOn, description, amount, receipt })
    .from(ownerCosts)
    .innerJoin(properties, eq(properties.id, propertyId))
    .where(and(eq(ownerId, ofOwner), isNull(statementId)))
    .orderBy(asc(spentOn), asc(description), asc(id))
}

/** The content of the next statement of an owner. */
export const getOwned = async (tx: Tx, ownerId: string) => ({
  properties: await listOwnedProperties(tx, ownerId),
  costs: await listOpenCosts(tx, ownerId),
})

/** The homes whose month another owner has a statement of: they had them then. */
async function listStatedProperties(tx: Tx, owner: OwnerRow, month: Period): Promise<Set<string>> {
  const { rows } = await tx.execute<{ id: string }>(sql`select property ->> 'id' as id
    from owner_statements, jsonb_array_elements(figures -> 'properties') property
    where month = ${month.from} and owner_id <> ${owner.id}`)
  return new Set(rows.map(({ id }) => id))
}

/**
 * Whose statement had stays that were canceled since: the one that was sent last. It may have them as changes. A change
 * below zero does not count, since it may take back a stay that moved to another owner’s home.
 */
async function findStatedBy(tx: Tx, owner: OwnerRow, stays: readonly CountedStay[]): Promise<StatedBy> {
  const canceled = stays.filter(({ isConfirmed }) => !isConfirmed).map(({ reference }) => sql`${reference}`)
  if (canceled.length === 0) return () => null
  const { rows } = await tx.execute<{ reference: string; isOwn: boolean }>(sql`
    select distinct on (stay ->> 'reference') stay ->> 'reference' as reference, owner_id = ${owner.id} as "isOwn"
      from owner_statements, jsonb_array_elements((figures -> 'stays') || (figures -> 'changes')) stay
      where stay ->> 'reference' in (${sql.join(canceled, sql`, `)}) and (stay -> 'revenue')::int > 0
      order by stay ->> 'reference', sent_at desc, month desc`)
  const isOwn = new Map(rows.map((row) => [row.reference, row.isOwn]))
  return ({ reference }) => {
    const own = isOwn.get(reference)
    if (own === undefined) return null
    return own ? 'owner' : 'other'
  }
}

/** The first month with stays of these homes that no owner has a statement of, since this owner got them. */
export async function findUnsent(
  tx: Tx,
  { ownerId, properties, timeZone }: { ownerId: string; properties: readonly string[]; timeZone: string },
): Promise<IsoDate | null> {
  // The month in which the owner got a home counts as a whole: their statement has it.
  const { rows } = await tx.execute<{ month: IsoDate }>(sql`select month::text from (
      select version.property_id, date_trunc('month', case when version.status = 'confirmed' then check_out_date::timestamp
          when ${retainedAmount(null)} > 0 then ${ENDED_ON}::timestamp end)::date as month
        from ${versionsAt(null)} version join properties property on property.id = version.property_id
        where version.property_id in (${sql.join(
          properties.map((property) => sql`${property}`),
          sql`, `,
        )})) ended
    where month >= (select date_trunc('month', max(happened_at) at time zone ${timeZone}) from audit
        where subject = 'owner' and subject_id = ${ownerId} and after -> 'properties' @> to_jsonb(property_id::text)
          and (before -> 'properties' @> to_jsonb(property_id::text)) is not true)
      and not exists (select from owner_statements where owner_statements.month = ended.month
        and figures -> 'properties' @> jsonb_build_array(jsonb_build_object('id', property_id)))
    order by month limit 1`)
  return rows[0]?.month ?? null
}

/**
 * The month that the next statement is of: one that was withdrawn, or the one after the last. Null before the first
 * one, which may be of any month.
 */
export function nextMonth(
  { withdrawnMonths }: Pick<OwnerRow, 'withdrawnMonths'>,
  sent: readonly SentStatement[],
): IsoDate | null {
  const [first] = withdrawnMonths
  if (first) return first
  return sent[0] ? addMonths(sent[0].month, 1) : null
}

type Input = {
  owner: OwnerRow
  properties: readonly OwnedProperty[]
  costs: readonly StatementCost[]
  month: Period
  sent: readonly SentStatement[]
  now: Date
}

/**
 * The statement of a month as it would be sent now, with the costs until its end. Changes of earlier months since their
 * statements are part of it.
 */
export async function draftStatement(tx: Tx, asked: Input): Promise<StatementFigures> {
  const { owner, month, sent, now } = asked
  const { commissionPercent, commissionOn, commissionPerStay, receivesCleaningFee, receivesOtherFees, paidStaysOnly } =
    owner
  const terms: OwnerTerms = {
    commissionPercent,
    commissionOn,
    commissionPerStay,
    receivesCleaningFee,
    receivesOtherFees,
    paidStaysOnly,
  }
  const stated = await listStatedProperties(tx, owner, month)
  const properties = asked.properties.filter(({ id }) => !stated.has(id))
  const ids = sql`array[${sql.join(
    properties.map(({ id }) => sql`${id}`),
    sql`, `,
  )}]::uuid[]`
  const ends = sql`version.status = 'confirmed' and version.check_out_date >= ${month.from}::date
    and version.check_out_date < ${month.to}::date and version.property_id = any(${ids})`
  const stays = await listCountedStays(tx, {
    where: sql`(${ends} or ${endedWithin(month)})`,
    at: now,
    withMovements: true,
  })
  const statedBy = await findStatedBy(tx, owner, stays)
  const of = { month, properties, terms, statedBy }
  const counted = staysOfMonth(stays, of)
  const parts = {
    terms,
    properties,
    stays: counted,
    waiting: waitingStays(stays, of),
    changes: await findChanges(tx, { owner, sent: sent.filter((one) => one.month < month.from), now }),
    costs: asked.costs.filter(({ spentOn }) => spentOn < month.to),
  }
  return figuresOf(parts, await findFiledTaxes(tx, month, counted))
}

/** The filed taxes of these stays. They may count in periods long before, as they are paid. */
async function findFiledTaxes(tx: Tx, month: Period, stays: readonly StatementStay[]): Promise<FiledTaxes> {
  const taxed = stays.flatMap(({ reference, taxes }) => (taxes > 0 ? [sql`${reference}`] : []))
  if (taxed.length === 0) return new Map()
  const listed = (list: SQL) => sql`jsonb_array_elements(coalesce(${list}, '[]'))`
  const { rows } = await tx.execute<{ reference: string; tax: Cents }>(sql`
    select entry ->> 'reference' as reference, sum((entry ->> 'tax')::int)::int as tax
      from tax_filings cross join lateral (
        select * from ${listed(sql`entries`)} union all select * from ${listed(sql`figures -> 'adjustments'`)}) filed (entry)
      where ends_on > ${month.from}::date - interval '2 years' and entry ->> 'reference' in (${sql.join(taxed, sql`, `)})
      group by 1`)
  return new Map(rows.map(({ reference, tax }) => [reference, tax]))
}

/** Clocks differ, and a change counts once it is committed: what was changed so long before is looked at again. */
const OVERLAP_MS = 3_600_000

/**
 * The differences of stays of earlier months that are in no statement yet. Their terms still apply. Only stays that
 * changed since the last statement are checked.
 */
async function findChanges(
  tx: Tx,
  { owner, sent, now }: Pick<Input, 'owner' | 'sent' | 'now'>,
): Promise<StatementChange[]> {
  const [last] = sent
  if (!last) return []
  const since = new Date(Math.min(last.sentAt.getTime(), now.getTime()) - OVERLAP_MS)
  const changed = await listCountedStays(tx, { where: changedBetween(since, now), at: now, withMovements: true })
  const references = new Set(changed.map(({ reference }) => reference))
  const statedBy = await findStatedBy(tx, owner, changed)
  return sent.flatMap(({ month, figures: { properties, terms, stays } }) => {
    const later = sent.flatMap(({ figures }) => figures.changes.filter((change) => change.month === month))
    const stated = [...stays, ...later].filter(({ reference }) => references.has(reference))
    return changesOf(
      month,
      stated,
      staysOfMonth(changed, { month: periodOf(month, 'month'), properties, terms, statedBy }),
    )
  })
}

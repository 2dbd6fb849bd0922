import { and, eq, getTableColumns, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { SITE_TABLES } from '#app/features/all-tables.server.ts'
import { properties, rooms } from '#app/features/properties/properties.tables.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import type { DemoMarks } from '#app/platform/demo-marks.server.ts'
import { inTransaction, type Jobs, MAIL_QUEUES } from '#app/platform/jobs/jobs.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { site as siteTable } from '#app/platform/site.tables.server.ts'
import { demoProperties } from '#content/properties/properties.ts'
import { content, demoPaymentWays } from '#content/site.ts'
import { listTables } from '../backups/tables.ts'

/**
 * What is deleted, children before parents. Demo mode only answers its own machine, so everything booked, sent or
 * entered was a trial.
 */
async function listRemoved(tx: Tx, marks: DemoMarks) {
  const stated = new Map(SITE_TABLES.map((table) => [table.name, table]))
  const names = (await listTables(tx)).map(({ table }) => table).toReversed()
  return names.flatMap((name): { table: PgTable; what: string; where: SQL | undefined }[] => {
    const { table, goLive } = stated.get(name) ?? {}
    if (!table || typeof goLive !== 'object') return []
    return 'removes' in goLive
      ? [{ table, what: goLive.removes, where: undefined }]
      : [{ table, what: goLive.removesDemo, where: goLive.where(marks) }]
  })
}

/** Removed content, in words, and how much. */
export type Removed = { what: string; count: number }[]

/**
 * Removes demo-only content (docs/decisions/009). Properties, texts and images of the initial content stay, without
 * prices and sample facts. An operator's own homes, rates, fees, taxes, reviews and giveaways stay.
 */
export async function removeDemoContent(
  { jobs, demoMarks }: Pick<Services, 'jobs' | 'demoMarks'>,
  tx: Tx,
  now: Date,
): Promise<Removed> {
  const removed: Removed = []
  const remove = async (what: string, work: PromiseLike<{ rowCount: number | null }>) => {
    removed.push({ what, count: (await work).rowCount ?? 0 })
  }
  for (const { table, what, where } of await listRemoved(tx, demoMarks))
    await remove(what, tx.delete(table).where(where))
  removed.push({ what: 'emails that waited', count: await removeWaitingMail(jobs, tx) })
  await remove('sample facts of properties', removeSampleFacts(tx))

  // Only the demo says that it is one.
  const noTerms = tx
    .update(siteTable)
    .set({ content: sql`jsonb_set(${siteTable.content}, '{host,terms}', 'null')` })
    .where(sql`${siteTable.content} #>> '{host,terms}' = ${content.host.terms}`)
  await remove('sample terms for owners', noTerms)

  // Who has written how to pay chose the ways, too.
  const noWays = tx
    .update(siteTable)
    .set({ paymentWays: [] })
    .where(and(eq(siteTable.paymentWays, demoPaymentWays), isNull(siteTable.paymentText)))
  await remove('sample ways to pay', noWays)

  const noHost = tx.update(properties).set({ host: {} }).where(sql`${properties.host} ->> 'sample' = 'true'`)
  await remove('sample hosts of properties', noHost)

  const initial = demoProperties.map((property) => property.property.id)
  await remove(
    'prices and cleaning fees of properties',
    tx
      .update(properties)
      .set({ pricePerNight: null, cleaningFee: '0', demo: false, updatedAt: now })
      .where(and(inArray(properties.id, initial), eq(properties.demo, true))),
  )
  // Rows of the demo that stay are the operator's now.
  for (const { table, name } of SITE_TABLES)
    if ('demo' in getTableColumns(table))
      await tx.execute(sql`update ${sql.identifier(name)} set demo = false where demo`)
  return removed
}

/** The floors and bathrooms of rooms first: the facts say that they are samples. */
async function removeSampleFacts(tx: Tx) {
  const sampled = tx
    .select({ id: properties.id })
    .from(properties)
    .where(sql`${properties.facts} -> 'sample' ? 'rooms'`)
  await tx
    .update(rooms)
    .set({ floor: null, bathroom: null, bathroomNote: null })
    .where(inArray(rooms.propertyId, sampled))
  const names = sql`array(select jsonb_array_elements_text(${properties.facts} -> 'sample'))`
  return tx
    .update(properties)
    .set({ facts: sql`${properties.facts} - ${names} - 'sample'` })
    .where(sql`jsonb_typeof(${properties.facts} -> 'sample') = 'array'`)
}

async function removeWaitingMail(jobs: Jobs, tx: Tx): Promise<number> {
  let count = 0
  for (const queue of MAIL_QUEUES) {
    const waiting = (await jobs.findJobs(queue, { db: inTransaction(tx) })).map(({ id }) => id)
    if (waiting.length > 0) await jobs.deleteJob(queue, waiting, { db: inTransaction(tx) })
    count += waiting.length
  }
  return count
}

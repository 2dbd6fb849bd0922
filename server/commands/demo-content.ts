import { and, eq, inArray, isNotNull, isNull, notExists, notInArray, sql } from 'drizzle-orm'
import { SITE_TABLES } from '#app/features/all-tables.server.ts'
import { giveaways } from '#app/features/giveaway/giveaway.tables.server.ts'
import { blogPosts } from '#app/features/journal/journal.tables.server.ts'
import { taxJurisdictions } from '#app/features/lodging-tax/lodging-tax.tables.server.ts'
import { newsletterIssues } from '#app/features/newsletter/newsletter.tables.server.ts'
import {
  arrivalMinimums,
  fees,
  nightlyRates,
  promoCodes,
  seasons,
  taxes,
} from '#app/features/pricing/pricing.tables.server.ts'
import { arrivalGuides, properties, reviews, rooms } from '#app/features/properties/properties.tables.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { inTransaction, type Jobs, MAIL_QUEUES } from '#app/platform/jobs/jobs.server.ts'
import { site as siteTable } from '#app/platform/site.tables.server.ts'
import { SAMPLE_LETTER } from '#content/demo-year/sample-letter.ts'
import { demoProperties } from '#content/properties/properties.ts'
import { SAMPLE_NOTE } from '#content/sample-post.ts'
import { content, demoPaymentWays } from '#content/site.ts'
import { listTables } from '../backups/tables.ts'

/**
 * Rows that are deleted, children before parents. Demo mode only answers its own machine, so everything booked, sent or
 * entered was a trial.
 */
async function listTrialTables(tx: Tx) {
  const stated = new Map(SITE_TABLES.map((table) => [table.name, table]))
  const names = (await listTables(tx)).map(({ table }) => table).toReversed()
  return names.flatMap((name) => {
    const table = stated.get(name)
    return table && typeof table.goLive === 'object' ? [{ table: table.table, what: table.goLive.removes }] : []
  })
}

/** Removed content, in words, and how much. */
export type Removed = { what: string; count: number }[]

/**
 * Removes demo-only content (docs/decisions/009). Properties, texts and images of the initial content stay, without
 * prices and sample facts. An operator's own homes, rates, fees, taxes, reviews and giveaways stay.
 */
export async function removeDemoContent(jobs: Jobs, tx: Tx, now: Date): Promise<Removed> {
  const removed: Removed = []
  const remove = async (what: string, work: PromiseLike<{ rowCount: number | null }>) => {
    removed.push({ what, count: (await work).rowCount ?? 0 })
  }
  for (const { table, what } of await listTrialTables(tx)) await remove(what, tx.delete(table))
  removed.push({ what: 'emails that waited', count: await removeWaitingMail(jobs, tx) })
  await remove('newsletters that were sent', tx.delete(newsletterIssues).where(isNotNull(newsletterIssues.startedAt)))
  const isSampleLetter = sql`strpos(${newsletterIssues.body}, ${SAMPLE_LETTER}) > 0`
  await remove('drafts of sample newsletters', tx.delete(newsletterIssues).where(isSampleLetter))
  await remove('giveaways', tx.delete(giveaways).where(eq(giveaways.demo, true)))
  await remove('sample posts', tx.delete(blogPosts).where(sql`strpos(${blogPosts.content}, ${SAMPLE_NOTE}) > 0`))
  await remove('sample reviews', tx.delete(reviews).where(eq(reviews.sample, true)))
  await remove('nightly rates', tx.delete(nightlyRates).where(eq(nightlyRates.demo, true)))
  const ownRates = tx.select({ id: nightlyRates.id }).from(nightlyRates).where(eq(nightlyRates.seasonId, seasons.id))
  const ownRules = tx.select().from(arrivalMinimums).where(eq(arrivalMinimums.seasonId, seasons.id))
  const demoSeasons = and(eq(seasons.demo, true), notExists(ownRates), notExists(ownRules))
  await remove('seasons', tx.delete(seasons).where(demoSeasons))
  await tx.update(seasons).set({ demo: false })
  await remove('fees', tx.delete(fees).where(eq(fees.demo, true)))
  await remove('taxes', tx.delete(taxes).where(eq(taxes.demo, true)))
  const ownTaxes = tx.select({ name: sql`coalesce(${taxes.jurisdiction}, ${taxes.name})` }).from(taxes)
  await remove('tax authorities', tx.delete(taxJurisdictions).where(notInArray(taxJurisdictions.name, ownTaxes)))
  await remove('discount codes', tx.delete(promoCodes).where(eq(promoCodes.demo, true)))

  await remove('sample arrival guides', tx.delete(arrivalGuides).where(eq(arrivalGuides.sample, true)))
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
  await tx.update(properties).set({ demo: false }).where(eq(properties.demo, true))
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

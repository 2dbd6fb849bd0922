import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { SITE_TABLES } from '#app/features/all-tables.server.ts'
import { bookings } from '#app/features/bookings/bookings.tables.server.ts'
import { giveaways } from '#app/features/giveaway/giveaway.tables.server.ts'
import { blogPosts } from '#app/features/journal/journal.tables.server.ts'
import { taxJurisdictions } from '#app/features/lodging-tax/lodging-tax.tables.server.ts'
import { newsletterIssues, newsletterSubscriptions } from '#app/features/newsletter/newsletter.tables.server.ts'
import { nightlyRates, promoCodes, seasons, taxes } from '#app/features/pricing/pricing.tables.server.ts'
import { properties, propertyUnits, reviews, unitImages } from '#app/features/properties/properties.tables.server.ts'
import { siteContentSchema } from '#app/features/site/site.ts'
import { readConfig } from '#app/platform/config.server.ts'
import type { SiteTable } from '#app/platform/db/site-table.server.ts'
import { installation } from '#app/platform/installation.tables.server.ts'
import { site as siteTable } from '#app/platform/site.tables.server.ts'
import { demoMarks } from '#content/demo-marks.ts'
import { demoGiveaway } from '#content/giveaway.ts'
import { plainContent } from '#content/plain-site.ts'
import { demoProperties } from '#content/properties/properties.ts'
import { samplePost } from '#content/sample-post.ts'
import { content } from '#content/site.ts'
import { createOnce, describeWithDatabase, type TestDatabase, testOnBoth } from '#test/database.ts'
import { makeDemoWithTrials } from '#test/demo-with-trials.ts'
import { makePricedProperty, NOON, testServices } from '#test/factories.ts'
import { goLive } from './go-live.ts'
import { restoreDump } from './restore-dump.ts'

/** The names of tables by the effect of going live on them. */
const named = (isIt: (goLive: SiteTable['goLive']) => boolean) =>
  SITE_TABLES.filter(({ goLive }) => isIt(goLive)).map(({ name }) => name)
/** All but the counters of changes. */
const STAY = named((goLive) => goLive === 'stays').filter((name) => !/^(?:content_version|record_versions)$/.test(name))
const EMPTIED = named((goLive) => typeof goLive === 'object' && 'removes' in goLive)

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'go-live-'))
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

/** A demo with trial data, and helpers to inspect it. */
function useDemo(database: () => TestDatabase) {
  const services = (environment: Record<string, string> = { SITE_URL: 'https://stay.example' }) =>
    testServices(database(), { config: readConfig({ ...environment, DATA_DIR: dataDir }), demoMarks })

  const once = createOnce(database)
  const makeDemo = () => once('a demo', () => makeDemoWithTrials(services(), database().db))

  async function tables(): Promise<string[]> {
    const { rows } = await database().pool.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
         and relname not in ('schema_migrations', 'content_version') order by relname`,
    )
    return rows.map(({ name }) => name)
  }

  async function everything(names?: string[]): Promise<Record<string, string[]>> {
    const shown = names ?? (await tables())
    const { rows } = await database().pool.query<{ name: string; row: string }>(
      `${shown.map((name) => `select '${name}' as name, to_jsonb(t)::text as row from ${name} t`).join(' union all ')}
        order by 1, 2`,
    )
    const byName = Map.groupBy(rows, ({ name }) => name)
    return Object.fromEntries(shown.map((name) => [name, (byName.get(name) ?? []).map(({ row }) => row)]))
  }

  async function live(chooseRemoved?: Parameters<typeof goLive>[1]) {
    const outcome = await goLive(services(), chooseRemoved)
    if (!outcome.ok) throw new Error(outcome.reason)
    return outcome
  }

  return { services, makeDemo, tables, everything, live }
}

describeWithDatabase('going live', (database) => {
  const { services, makeDemo, everything, live } = useDemo(database)

  test('a table that states that it stays has the same rows as before', async () => {
    await makeDemo()
    const before = await everything(STAY)
    expect([before.media_objects, before.property_units, before.unit_images]).not.toContainEqual([])
    await live()
    expect(await everything(STAY)).toEqual(before)
  })

  test('removes prices, sample reviews and trials, and reports how many', async () => {
    await makeDemo()
    const count = await database().db.$count(bookings)
    const { removed } = await live()
    expect(removed.filter(({ count }) => count === 0)).toEqual([])
    expect(removed).toContainEqual({ what: 'bookings', count })
    expect(removed).toContainEqual({ what: 'sample reviews', count: 6 })
    expect(removed).toContainEqual({ what: 'sample facts of properties', count: 4 })
    expect(removed).toContainEqual({ what: 'sample arrival guides', count: 4 })
    expect(removed).toContainEqual({ what: 'prices and cleaning fees of properties', count: 4 })
    const emptied = 'blog_posts reviews campaigns nightly_rates promo_codes seasons fees taxes'.split(' ')
    const left = await everything([...EMPTIED, ...emptied])
    const [own] = await database().db.select().from(properties).where(eq(properties.name, 'A trial'))
    const ofSamples = Object.values(left)
      .flat()
      .filter((row) => !row.includes(own?.id ?? '?'))
    expect(ofSamples).toEqual([])
  })

  test('keeps the sample homes with texts, units and images, as drafts and without a price', async () => {
    await makeDemo()
    const { db } = database()
    const before = await everything(['property_units', 'unit_images'])
    await live()
    expect(await everything(['property_units', 'unit_images'])).toEqual(before)
    // The texts of the site stay, but for the one that says that it is a demo.
    const [{ content: texts, paymentWays } = { content: null }] = await db.select().from(siteTable)
    expect(paymentWays).toEqual([])
    expect(texts).toEqual({ ...content, host: { ...content.host, terms: null } })
    const rows = await db.select().from(properties)
    const samples = demoProperties.map(({ property }) => property.slug)
    expect(rows.map((row) => row.slug)).toEqual(expect.arrayContaining(samples))
    for (const row of rows.filter(({ slug }) => samples.includes(slug))) {
      expect(row).toMatchObject({ pricePerNight: null, cleaningFee: '0.00', demo: false, status: 'draft' })
      expect(row.images).toHaveLength(5)
    }
  })

  test('keeps a home of the operator as it is, with its units and images', async () => {
    await makeDemo()
    const { db } = database()
    const propertyId = await makePricedProperty(db)
    const [unit] = await db.insert(propertyUnits).values({ propertyId, name: 'Loft' }).returning()
    const unitId = unit?.id ?? ''
    await db.insert(unitImages).values({ unitId, gcsPath: '/objects/x.jpg', altText: 'x', category: 'loft' })
    const read = () => db.select().from(properties).where(eq(properties.id, propertyId))
    const before = await read()
    await live(async (properties) => properties.map(({ id }) => id))
    expect(await read()).toEqual(before)
    expect(before).toMatchObject([{ status: 'published' }])
    expect(await db.select().from(unitImages).where(eq(unitImages.unitId, unitId))).toHaveLength(1)
  })

  test('keeps what the operator added: taxes, rates with their season, reviews and giveaways', async () => {
    await makeDemo()
    const { db } = database()
    const propertyId = demoProperties[0]?.property.id ?? ''
    const [season] = await db.select().from(seasons).where(eq(seasons.propertyId, propertyId))
    await db.insert(nightlyRates).values({ propertyId, seasonId: season?.id, weekdays: [6], price: '999' })
    await db.insert(taxes).values({ propertyId, name: 'Own tax', rate: '3' })
    await db.insert(promoCodes).values({ code: 'OWN', amount: '50' })
    await db.insert(reviews).values({ propertyId, author: 'Bo', body: 'Snow.', source: 'Guest book' })
    await db.insert(giveaways).values({ ...demoGiveaway(NOON), name: 'Own giveaway', demo: false })
    await db.insert(blogPosts).values({ ...samplePost(NOON), slug: 'own', content: 'The lift runs from Friday.' })
    await db.insert(newsletterIssues).values({ subject: 'Own draft', body: 'The lift runs from Friday.' })
    await live()
    expect(await db.select({ name: taxes.name }).from(taxes).where(eq(taxes.propertyId, propertyId))).toEqual([
      { name: 'Own tax' },
    ])
    expect(await db.select({ code: promoCodes.code }).from(promoCodes)).toEqual([{ code: 'OWN' }])
    expect(
      await db.select({ price: nightlyRates.price }).from(nightlyRates).where(eq(nightlyRates.propertyId, propertyId)),
    ).toEqual([{ price: '999.00' }])
    expect(
      await db.select({ id: seasons.id, demo: seasons.demo }).from(seasons).where(eq(seasons.propertyId, propertyId)),
    ).toEqual([{ id: season?.id, demo: false }])
    expect(await db.select({ author: reviews.author }).from(reviews)).toEqual([{ author: 'Bo' }])
    expect(await db.select({ name: giveaways.name }).from(giveaways)).toEqual([{ name: 'Own giveaway' }])
    expect(await db.select({ slug: blogPosts.slug }).from(blogPosts)).toEqual([{ slug: 'own' }])
    expect(await db.select({ subject: newsletterIssues.subject }).from(newsletterIssues)).toEqual([
      { subject: 'Own draft' },
    ])
    const authorities = (await db.select({ name: taxJurisdictions.name }).from(taxJurisdictions)).map(
      ({ name }) => name,
    )
    expect(authorities).toContain('Own tax')
    expect(authorities).not.toContain('South Carolina')
  })

  test('is recorded once; repeating it, or running it on a live database, changes nothing', async () => {
    expect(await goLive(services())).toMatchObject({ ok: false, reason: 'no-demo' })
    await makeDemo()
    await live()
    expect(await database().db.select().from(installation)).toMatchObject([{ mode: 'live', liveSince: NOON }])
    const after = await everything()
    expect(await goLive(services())).toMatchObject({ ok: false, reason: 'already-live' })
    expect(await everything()).toEqual(after)
    expect(await readdir(path.join(dataDir, 'dumps'))).toHaveLength(1)
  })

  test('needs a public address', async () => {
    await makeDemo()
    const before = await everything()
    for (const environment of [{}, { SITE_URL: 'http://localhost:3000' }] as Record<string, string>[])
      expect(await goLive(services(environment))).toMatchObject({ ok: false, reason: 'no-public-address' })
    expect(await everything()).toEqual(before)
    expect(await readdir(dataDir)).toEqual([])
  })
})

describeWithDatabase('going live', (database) => {
  const { services, makeDemo, everything, live } = useDemo(database)

  testOnBoth('happens once when two commands run together', async () => {
    await makeDemo()
    const outcomes = await Promise.all([goLive(services()), goLive(services())])
    expect(outcomes.map(({ ok }) => ok).sort()).toEqual([false, true])
  })

  test('removes the sample homes that were chosen, and keeps the others as drafts', async () => {
    await makeDemo()
    const { db } = database()
    const asked: string[] = []
    const outcome = await live(async (properties) => {
      asked.push(...properties.map(({ name }) => name))
      return properties.slice(0, 1).map(({ id }) => id)
    })
    const names = demoProperties.map(({ property }) => property.name)
    expect(asked).toEqual(names)
    expect(outcome.removed).toContainEqual({ what: 'sample homes', count: 1 })
    expect(outcome.drafts).toBe(names.length - 1)
    const drafts = await db.select({ name: properties.name }).from(properties).where(eq(properties.status, 'draft'))
    expect(drafts.map(({ name }) => name).sort()).toEqual(expect.arrayContaining(names.slice(1).sort()))
    expect(
      await db
        .select()
        .from(properties)
        .where(eq(properties.name, names[0] ?? '')),
    ).toEqual([])
  })

  test('takes the texts about the sample homes from the site once the last of them is removed', async () => {
    await makeDemo()
    await live(async (properties) => properties.map(({ id }) => id))
    const [row] = await database().db.select().from(siteTable)
    expect(row?.content).toEqual(siteContentSchema.parse(plainContent))
  })

  testOnBoth('removes nothing when it fails in the middle or at its end', async () => {
    await makeDemo()
    const before = await everything()
    for (const [table, event] of [
      ['taxes', 'delete'],
      ['installation', 'update'],
    ]) {
      await database().pool.query(`create function fail_here() returns trigger language plpgsql as
        $$ begin raise exception 'the disk is on fire'; end $$`)
      await database().pool.query(
        `create trigger fail_here before ${event} on ${table} for each row execute function fail_here()`,
      )
      try {
        await expect(live()).rejects.toMatchObject({ cause: { message: 'the disk is on fire' } })
      } finally {
        await database().pool.query('drop function fail_here cascade')
      }
      expect(await everything()).toEqual(before)
    }
  })

  test('removes nothing when the dump cannot be written', async () => {
    await makeDemo()
    const before = await everything()
    await writeFile(path.join(dataDir, 'dumps'), 'in the way')
    await expect(live()).rejects.toMatchObject({ code: 'EEXIST' })
    expect(await everything()).toEqual(before)
  })

  testOnBoth('dumps everything written up to the moment of removal', async () => {
    await makeDemo()
    const { db } = database()
    const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const late = db.transaction(async (tx) => {
      await tx.insert(newsletterSubscriptions).values({ email: 'late@example.com' })
      begun.resolve()
      await end.promise
    })
    await begun.promise
    const going = live()
    setTimeout(end.resolve, 100)
    const [{ dump }] = await Promise.all([going, late])
    expect(await readFile(dump, 'utf8')).toContain('late@example.com')
    expect(await db.select().from(newsletterSubscriptions)).toEqual([])
  })

  test('saves everything in a dump, and says where', async () => {
    await makeDemo()
    const before = await everything()
    const { dump } = await live()
    expect(dump).toBe(path.join(dataDir, 'dumps', 'before-go-live-2027-06-01T18-00-00-000Z.jsonl'))
    await database().reset()
    expect(await restoreDump(database().db, dump)).toBe(Object.values(before).flat().length)
    expect(await everything()).toEqual(before)
  })

  test('increases the content version, so that no cached page with a price remains', async () => {
    await makeDemo()
    const version = async () => (await database().db.execute(sql`select version from content_version`)).rows[0]?.version
    const before = await version()
    await live()
    expect(Number(await version())).toBe(Number(before) + 1)
  })
})

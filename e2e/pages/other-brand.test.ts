import { rm } from 'node:fs/promises'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { giveaways } from '#app/features/giveaway/giveaway.tables.server.ts'
import { legalDocuments } from '#app/features/site/site.tables.server.ts'
import { siteContentSchema } from '#app/features/site/site.ts'
import { openDatabase } from '#app/platform/db/database.server.ts'
import { site as siteTable } from '#app/platform/site.tables.server.ts'
import { content } from '#content/site.ts'
import { makePricedProperty } from '#test/factories.ts'
import { DEMO_WORDS, expectNoDemoWords, expectOwnMails, readPage } from '../demo-words.ts'
import { expect, test } from '../page.ts'
import { demoDataDir, startSite } from '../site.ts'

const OTHERS = { steamboat: 'Oak Creek', keowee: 'Long Pond' } as Record<string, string>

/** A record of the demo with another brand and other places. Images that are named after them are missing then. */
const renamed = <Value>(record: Value): Value =>
  JSON.parse(
    JSON.stringify(record).replace(DEMO_WORDS, (word) => OTHERS[word.toLowerCase()] ?? 'Lit Windows'),
    (_, value) => (typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) ? new Date(value) : value),
  )

/** The demo's data with another operator's records, and one home that is his. */
async function otherBrand(): Promise<{ dataDir: string; property: string }> {
  const dataDir = await demoDataDir()
  const { db, close } = await openDatabase({ dataDir, log: pino({ level: 'silent' }) })
  const giveaway = renamed(await db.select().from(giveaways))
  const legal = renamed(await db.select().from(legalDocuments))
  await db.execute(sql`truncate properties, campaigns, legal_documents, blog_posts cascade`)
  if (giveaway.length > 0) await db.insert(giveaways).values(giveaway)
  await db.insert(legalDocuments).values(legal)
  const identity = { brand: 'Lit Windows', email: 'hello@lit.example', socialName: null, socialUrl: null }
  await db.update(siteTable).set({ ...identity, content: siteContentSchema.parse(renamed(content)) })
  const property = await makePricedProperty(db, { slug: 'pond-house', name: 'Pond House', location: 'Oak Creek, CO' })
  await close()
  return { dataDir, property }
}

test('on a site with another brand, no page, mail or file for machines has a word of the demo', {
  tag: '@slow',
}, async () => {
  test.setTimeout(180_000)
  const { dataDir, property } = await otherBrand()
  const site = await startSite({ DATA_DIR: dataDir })
  const read = { inside: site.url, host: new URL(site.url).host }
  try {
    const listed = await expectNoDemoWords(read, [
      ...['/staycation', '/staycation/rules', '/test', `/embed/book/${property}`],
    ])
    expect(listed).toEqual(expect.arrayContaining(['/', '/contact', '/host-with-us', '/terms', '/property/pond-house']))
    expect(await readPage(read, '/')).toContain('Lit Windows')

    const message = { name: 'Ada Guest', email: 'ada@guest.example', message: 'Is the pond deep?' }
    await fetch(`${site.url}/contact`, { method: 'POST', body: new URLSearchParams(message) })
    await fetch(`${site.url}/newsletter`, { method: 'POST', body: new URLSearchParams({ email: 'ada@guest.example' }) })
    await expectOwnMails(dataDir, { brand: 'Lit Windows', count: 2 })
  } finally {
    await site.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
})

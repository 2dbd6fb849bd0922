import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { siteContentSchema } from '#app/features/site/site.ts'
import { openDatabase } from '#app/platform/db/database.server.ts'
import { giveaways, legalDocuments, site as siteTable } from '#app/platform/db/schema.server.ts'
import { content } from '#content/site.ts'
import { makePricedProperty } from '#test/factories.ts'
import { expect, test } from '../page.ts'
import { demoDataDir, startSite } from '../site.ts'

const WORDS = /powder\s*(?:&amp;|&|and)?\s*cove|steamboat|keowee/gi
const OTHERS = { steamboat: 'Oak Creek', keowee: 'Long Pond' } as Record<string, string>

/** A record of the demo with another brand and other places. Images that are named after them are missing then. */
const renamed = <Value>(record: Value): Value =>
  JSON.parse(
    JSON.stringify(record).replace(WORDS, (word) => OTHERS[word.toLowerCase()] ?? 'Lit Windows'),
    (_, value) => (typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) ? new Date(value) : value),
  )

/** The demo's data with another operator's records, and one home that is his. */
async function otherBrand(): Promise<{ dataDir: string; home: string }> {
  const dataDir = await demoDataDir()
  const { db, close } = await openDatabase({ dataDir, log: pino({ level: 'silent' }) })
  const giveaway = renamed(await db.select().from(giveaways))
  const legal = renamed(await db.select().from(legalDocuments))
  await db.execute(sql`truncate properties, campaigns, legal_documents cascade`)
  if (giveaway.length > 0) await db.insert(giveaways).values(giveaway)
  await db.insert(legalDocuments).values(legal)
  const identity = { brand: 'Lit Windows', email: 'hello@lit.example', socialName: null, socialUrl: null }
  await db.update(siteTable).set({ ...identity, content: siteContentSchema.parse(renamed(content)) })
  const home = await makePricedProperty(db, { slug: 'pond-house', name: 'Pond House', location: 'Oak Creek, CO' })
  await close()
  return { dataDir, home }
}

test('on a site with another brand, no page, mail or file for machines has a word of the demo', async () => {
  test.setTimeout(180_000)
  const { dataDir, home } = await otherBrand()
  const site = await startSite({ DATA_DIR: dataDir })
  const read = async (path: string, status = 200) => {
    const answer = await fetch(new URL(path, site.url), { headers: { accept: 'text/html, */*' } })
    expect(answer.status, path).toBe(status)
    const text = await answer.text()
    expect(text.match(WORDS), path).toBeNull()
    return text
  }
  try {
    const sitemap = await read('/sitemap.xml')
    const listed = [...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address = '']) => new URL(address).pathname)
    expect(listed).toEqual(expect.arrayContaining(['/', '/contact', '/host-with-us', '/terms', '/property/pond-house']))
    const unlisted = ['/search', '/search?checkin=2027-06-04&checkout=2027-06-08&adults=2', '/compare', '/newsletter']
    const others = [...unlisted, '/staycation', '/staycation/rules', '/sign-in', '/test', `/embed/book/${home}`]
    for (const path of [...listed, ...others]) await read(path)
    for (const path of ['/robots.txt', '/site.webmanifest', '/api/properties', '/api/openapi.json']) await read(path)
    const missing = await read('/there-is-no-such-page', 404)
    expect(missing).toContain('404 Page Not Found')
    expect(await read('/')).toContain('Lit Windows')

    const message = { name: 'Ada Guest', email: 'ada@guest.example', message: 'Is the pond deep?' }
    await fetch(`${site.url}/contact`, { method: 'POST', body: new URLSearchParams(message) })
    await fetch(`${site.url}/newsletter`, { method: 'POST', body: new URLSearchParams({ email: 'ada@guest.example' }) })
    const folder = join(dataDir, 'mail')
    await expect
      .poll(async () => (await readdir(folder).catch(() => [])).length, { timeout: 20_000 })
      .toBeGreaterThan(1)
    for (const file of await readdir(folder)) {
      const mail = await readFile(join(folder, file), 'utf8')
      expect(mail.match(WORDS), file).toBeNull()
      expect(mail).toContain('Lit Windows')
    }
  } finally {
    await site.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
})

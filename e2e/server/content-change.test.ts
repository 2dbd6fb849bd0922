import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { content } from '#content/site.ts'
import { ask } from '../ask.ts'
import { newDatabase } from '../new-database.ts'
import { expect, test } from '../page.ts'
import { startSite } from '../site.ts'

const PAGES = ['/', '/search', '/contact', '/host-with-us', '/property/lake-keowee', '/staycation', '/site.webmanifest']

/** The responses of the site's pages; each page reads the operator's record. */
async function statuses(site: string): Promise<string[]> {
  return Promise.all(PAGES.map(async (path) => `${path} ${(await ask(`${site}${path}`)).status}`))
}

test('on PostgreSQL, cached pages show another process’s writes at once, and a mistake removes no page', {
  tag: '@slow',
}, async () => {
  test.setTimeout(120_000)
  const { url, client, drop } = await newDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'pc-content-'))
  const settings = { DATABASE_URL: url, DATA_DIR: dataDir }
  let site = await startSite(settings)
  try {
    const page = async () => (await ask(site.url)).text
    const contact = `${site.url}/contact`
    const { etag = '' } = (await ask(contact)).headers
    expect(etag).not.toBe('')
    expect(await page()).not.toContain('Cabin By The Lagoon')
    await client.query(`update properties set name = 'Cabin By The Lagoon' where slug = 'lake-keowee'`)
    await expect.poll(page, { timeout: 10_000 }).toContain('Cabin By The Lagoon')

    await client.query(`update site set brand = 'Lit Windows', content = jsonb_set(content, '{home,hero,title}', '5')`)
    const good = PAGES.map((path) => `${path} 200`)
    const served = async () => {
      await expect.poll(page, { timeout: 10_000 }).toContain('Lit Windows')
      expect(await page()).toContain(content.home.hero.title)
      expect(await statuses(site.url)).toEqual(good)
      expect((await ask(`${site.url}/readyz`)).text).toBe('{"status":"ready","outdated":["site.content"]}')
      const entries = (await readFile(site.logFile, 'utf8')).match(/.*"record":"site.content".*/g)
      expect(entries).toEqual([expect.stringContaining('home.hero.title: string expected')])
    }
    await served()
    expect((await ask(contact, { headers: { 'if-none-match': etag } })).status).toBe(200)
    await site.stop()
    site = await startSite(settings)
    await served()
  } finally {
    await site.stop()
    await drop()
    await rm(dataDir, { recursive: true, force: true })
  }
})

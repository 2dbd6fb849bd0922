import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { site as siteTable } from '#app/platform/db/schema.server.ts'
import { content, site } from '#content/site.ts'
import { describeWithDatabase } from '#test/database.ts'
import { testServices } from '#test/factories.ts'
import { checkSite, getHomePage, getHostPage, getSite } from './site.server.ts'

describeWithDatabase('the operator’s record', (database) => {
  const services = () => testServices(database())
  beforeEach(() => database().db.insert(siteTable).values(site))

  async function mistake(path: string) {
    await database().db.execute(sql`update site set content = jsonb_set(content, ${path}::text[], '5')`)
  }

  test('with one invalid field breaks no page: all pages show the previous version', async () => {
    expect(await checkSite(services())).toBe('current')
    for (const path of ['{home,hero,title}', '{ogImage,alt}', '{locations,0}']) await mistake(path)
    expect(await getSite(services())).toMatchObject({ brand: site.brand, locations: content.locations })
    expect((await getHomePage(services())).hero.title).toBe(content.home.hero.title)
    expect(await getHostPage(services())).toEqual(content.host)
    expect(await checkSite(services())).toBe('earlier')
  })

  test('that is missing, or was never valid, is reported as unreadable', async () => {
    await database().db.delete(siteTable)
    expect(await checkSite(services())).toBe('unreadable')
    await database()
      .db.insert(siteTable)
      .values({ ...site, content: {} })
    expect(await checkSite(services())).toBe('unreadable')
    await expect(getSite(services())).rejects.toThrow('no site record that can be read')
  })
})

import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { site as siteTable } from '#app/platform/site.tables.server.ts'
import { content, site } from '#content/site.ts'
import { describeWithDatabase } from '#test/database.ts'
import { testServices } from '#test/factories.ts'
import { checkSite, getHomePage, getHostPage, getSite } from './site.server.ts'
import { heroImageAt } from './site.ts'

test('the hero shows summer from May to October on the clock of the lodge', () => {
  const { hero } = content.home
  const at = (instant: string) => heroImageAt(hero, new Date(instant)) === hero.seasonal
  expect(at('2027-05-01T05:59:59Z')).toBe(false)
  expect(at('2027-05-01T06:00:00Z')).toBe(true)
  expect(at('2027-11-01T05:59:59Z')).toBe(true)
  expect(at('2027-11-01T06:00:00Z')).toBe(false)
  expect(heroImageAt({ ...hero, seasonal: undefined }, new Date('2027-07-01T12:00:00Z'))).toBe(hero.image)
})

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
    expect(await getHostPage(services())).toMatchObject(content.host)
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

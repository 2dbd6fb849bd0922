import { globSync } from 'node:fs'
import path from 'node:path'
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { giveaways } from '#app/features/giveaway/giveaway.tables.server.ts'
import { PAGE_FIELDS, rulesFields } from '#app/features/giveaway/manage/giveaway-fields.ts'
import { getGiveawaysPage } from '#app/features/giveaway/manage/giveaways-page.server.ts'
import { mediaObjects } from '#app/features/media/media.tables.server.ts'
import { propertyFields } from '#app/features/properties/manage/page/property-fields.ts'
import { getPropertyPage } from '#app/features/properties/manage/page/property-page.server.ts'
import { PROPERTY_SCHEMAS, type PropertyPart } from '#app/features/properties/manage/page/property-record.ts'
import { TIME_ZONES } from '#app/features/properties/manage/page/time-zones.server.ts'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import { getSiteParts } from '#app/features/site/manage/content.changes.server.ts'
import { SITE_PAGES, SITE_PARTS, type SitePart } from '#app/features/site/manage/site-parts.ts'
import { getHomePage } from '#app/features/site/site.server.ts'
import { type SiteContentRecord, siteContentSchema } from '#app/features/site/site.ts'
import type { Change } from '#app/platform/change/change.server.ts'
import { audit } from '#app/platform/change/change.tables.server.ts'
import { readConfig } from '#app/platform/config.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { site as siteTable } from '#app/platform/site.tables.server.ts'
import type { RecordFields } from '#app/shared/record-fields.ts'
import { demoGiveaway } from '#content/giveaway.ts'
import { content, site } from '#content/site.ts'
import { postedRecord } from '#test/changes/posted-record.ts'
import { describeWithDatabase, type TestDatabase } from '#test/database.ts'
import { NOON, testServices } from '#test/factories.ts'
import { makeNamedProperty } from '#test/named-property.ts'
import { makePublishable } from '#test/publishable-property.ts'
import { renderedBuild } from '#test/rendered-build.tsx'
import { PREVIEWED, previews } from './previews.ts'

const build = await renderedBuild()

// Development pages have no policy of their own.
beforeEach(() => void vi.stubEnv('DEV', false))
afterEach(() => vi.unstubAllEnvs())

const post = (services: Services, address: string, fields: Record<string, string>) =>
  previews(services, build).request(`${address}/preview`, { method: 'POST', body: new URLSearchParams(fields) })

const typedIn = (part: SitePart, value: object) => ({
  intent: part,
  ...postedRecord(SITE_PARTS[part].fields as RecordFields<object>, value),
})
const hero = (change: Partial<SiteContentRecord['home']['hero']>) =>
  typedIn('hero', { ...content.home.hero, ...change })

/** The stored content of the site and of its history. */
const storedIn = async ({ db }: TestDatabase) => [await db.select().from(siteTable), await db.select().from(audit)]

describeWithDatabase('the preview of a form of the site', (database) => {
  const services = () => testServices(database())
  beforeEach(async () => {
    await database().db.insert(siteTable).values(site)
    await makeNamedProperty(database().db)
  })

  test('is the guests’ page with what is typed, and nothing of it is stored', async () => {
    const before = await storedIn(database())
    const shared = services()
    const answer = await post(shared, '/admin/site/home', hero({ title: 'Typed <b>only</b>' }))
    expect(answer.status).toBe(200)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex, nofollow',
      'content-security-policy': expect.stringMatching(/; sandbox allow-same-origin(?!.*allow-(?:scripts|forms))/),
    })
    const html = await answer.text()
    expect(html).toContain('<h1 class="heading-hero">Typed &lt;b&gt;only&lt;/b&gt;</h1>')
    expect(html).toContain('Preview: not saved.')
    expect(html).toContain(content.home.welcome.text)
    expect(html).not.toMatch(/<script|modulepreload/)
    expect(await storedIn(database())).toEqual(before)
    expect((await getHomePage(shared)).hero.title).toBe(content.home.hero.title)
  })
})

describeWithDatabase('the preview of a form of the site', (database) => {
  const services = () => testServices(database())
  beforeEach(async () => {
    await database().db.insert(siteTable).values(site)
    await makeNamedProperty(database().db)
  })

  test('has what I typed, also after somebody else saved another version', async () => {
    const { values } = (await getSiteParts(services(), ['hero'])) ?? {}
    const theirs = { ...content, home: { ...content.home, hero: { ...content.home.hero, title: 'Theirs' } } }
    await database().db.update(siteTable).set({ content: theirs })
    const fields = { ...hero({ title: 'Mine' }), version: values?.hero?.version ?? '' }
    expect(await (await post(services(), '/admin/site/home', fields)).text()).toContain('>Mine</h1>')
  })

  test('shows an image that was sent and not saved yet, also that of shared links', async () => {
    const path = '/objects/uploads/new.jpg'
    const file = { contentType: 'image/jpeg', bytes: 1, width: 1200, height: 630 }
    await database()
      .db.insert(mediaObjects)
      .values({ ...file, path })
    const shown = async (part: SitePart, value: object) => {
      const page = part === 'hero' ? 'home' : 'look'
      return (await post(services(), `/admin/site/${page}`, typedIn(part, value))).text()
    }
    expect(await shown('hero', { ...content.home.hero, image: { path, alt: 'New' }, seasonal: undefined })).toContain(
      path,
    )
    expect(await shown('look', { logo: path })).toMatch(
      new RegExp(`<img[^>]*${path}[^>]*class="brand-logo"|brand-logo[^>]*${path}`),
    )
    const { defaultTitle, defaultDescription, defaultKeywords } = content
    const search = { defaultTitle, defaultDescription, defaultKeywords, ogImage: { path, alt: 'A "lodge"' } }
    const head = await shown('search', search)
    expect(head).toContain(`<details open>`)
    expect(head).toContain(`<img src="${path}?w=640" alt="A &quot;lodge&quot;"`)
  })

  test('shows the home page with its drafts until guests see a home', async () => {
    const shown = async (status: 'draft' | 'retired') => {
      await database().db.update(properties).set({ status, name: 'Fox Cabin' })
      return (await post(services(), '/admin/site/home', hero({ title: 'Typed' }))).text()
    }
    expect(await shown('draft')).toMatch(/>Typed<\/h1>.*Fox Cabin/s)
    expect(await shown('retired')).toContain('Opening soon.')
    expect(await database().db.$count(properties, eq(properties.listed, true))).toBe(0)
  })

  test('says what is wrong with it, each point by the name of its field', async () => {
    const why = typedIn('why', { heading: '', cards: [{ title: 'Quiet', text: '', image: { path: '', alt: '<i>' } }] })
    const answer = await post(services(), '/admin/site/home', why)
    expect(answer.status).toBe(400)
    const points = [...(await answer.text()).matchAll(/<li>(.*?)<\/li>/g)].map(([, words]) => words)
    expect(points).toEqual([
      'Heading: Please fill this in',
      'Reason 1, text: Please fill this in',
      'Reason 1, image, file: Please choose an image',
    ])
    const gone = await post(
      services(),
      '/admin/site/home',
      hero({ image: { path: '/objects/uploads/gone.jpg', alt: 'x' } }),
    )
    expect([gone.status, await gone.text()]).toEqual([404, expect.stringContaining('is gone by now')])
  })

  test('is there for each part, on the page that shows it', async () => {
    const paths = JSON.stringify(content).match(/\/objects\/[^"]+/g) ?? []
    const file = { contentType: 'image/jpeg', bytes: 1, width: 4, height: 3 }
    await database()
      .db.insert(mediaObjects)
      .values([...new Set(paths)].map((path) => ({ ...file, path })))
    const places: Partial<Record<SitePart, string>> = {
      why: 'id="why-heading"',
      offer: 'id="offer-heading"',
      footer: 'id="letters"',
      owners: siteContentSchema.parse(content).host.heading,
      contact: siteContentSchema.parse(content).contact.heading,
      missing: siteContentSchema.parse(content).notFound.heading,
    }
    for (const [page, { parts }] of Object.entries(SITE_PAGES)) {
      const { values = {} } = (await getSiteParts(services(), parts)) ?? {}
      for (const part of parts) {
        const answer = await post(services(), `/admin/site/${page}`, typedIn(part, values[part]?.value ?? {}))
        const html = await answer.text()
        expect([answer.status, part, html]).toEqual([200, part, expect.stringContaining(places[part] ?? '</h1>')])
      }
    }
  })
})

describeWithDatabase('the preview of a form of a home', (database) => {
  const services = () => testServices(database())
  async function typed(slug: string, part: PropertyPart, change: object = {}) {
    const forms = await getPropertyPage(services(), slug)
    const fields = propertyFields(TIME_ZONES)[part] as RecordFields<object>
    return { intent: part, ...postedRecord(fields, { ...forms?.parts[part], ...change }) }
  }
  const preview = (slug: string, fields: Record<string, string>) =>
    post(services(), `/admin/homes/${slug}/page`, fields)
  beforeEach(async () => {
    await database().db.insert(siteTable).values(site)
  })

  test('has every part of its page, a draft’s too, and nothing of it is stored', async () => {
    const { id, slug } = await makeNamedProperty(database().db, { status: 'draft' })
    await makePublishable(database().db, id)
    const before = await storedIn(database())
    const rooms = [{ name: 'The typed loft', beds: [{ kind: 'king', count: 7 }] }]
    const reviews = [{ body: 'Typed by a guest.', author: 'Ada', source: 'Letter' }]
    const changed: [PropertyPart, object, string][] = [
      ['title', { title: 'Typed <i>title</i>' }, 'Typed &lt;i&gt;title&lt;/i&gt;</h1>'],
      ['rooms', { rooms }, 'The typed loft'],
      ['reviews', { reviews }, 'Typed by a guest.'],
      ['search', { title: 'Typed for engines', description: 'Short.' }, '<title>Preview: Typed for engines'],
    ]
    for (const [part, change, seen] of changed) {
      const answer = await preview(slug, await typed(slug, part, change))
      expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining(seen)])
    }
    for (const part of Object.keys(PROPERTY_SCHEMAS) as PropertyPart[]) {
      expect([part, (await preview(slug, await typed(slug, part))).status]).toEqual([part, 200])
    }
    const other: [Record<string, string>, string][] = [
      [{ intent: 'license', license: 'STR-42' }, 'STR-42'],
      [{ intent: 'host', firstName: 'Typed Tom' }, 'id="host-heading"'],
      [{ intent: 'question', question: 'Is it typed?', answer: 'It is.' }, 'Is it typed?'],
    ]
    for (const [fields, seen] of other) {
      const answer = await preview(slug, fields)
      expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining(seen)])
    }
    expect(await storedIn(database())).toEqual(before)
  })

  test('is refused with the same words as when it is saved, and asks nothing of a draft', async () => {
    const { slug } = await makeNamedProperty(database().db)
    const rooms = [{ name: 'Loft', beds: [{ kind: 'twin', count: 1 }] }]
    const refused = await preview(slug, await typed(slug, 'rooms', { rooms }))
    expect([refused.status, await refused.text()]).toEqual([
      400,
      expect.stringMatching(/Rooms?: The beds sleep 1, but/),
    ])
    await database().db.update(properties).set({ status: 'draft' }).where(eq(properties.slug, slug))
    expect((await preview(slug, await typed(slug, 'rooms', { rooms }))).status).toBe(200)
  })

  test('says so where there is no page, no home, or no form', async () => {
    const { slug } = await makeNamedProperty(database().db)
    const title = await typed(slug, 'title')
    await database().db.update(properties).set({ status: 'retired' }).where(eq(properties.slug, slug))
    expect(await (await preview(slug, title)).text()).toContain('This home is retired')
    const gone = await preview('nowhere', title)
    expect([gone.status, await gone.text()]).toEqual([404, expect.stringContaining('The home is gone.')])
    expect((await preview(slug, { intent: 'constructor' })).status).toBe(400)
    expect((await preview(slug, { ...title, description: 'x'.repeat(1_100_000) })).status).toBe(413)
  })
})

describeWithDatabase('the preview of a form of the giveaway', (database) => {
  test('is its page or its rules, as far as guests see this giveaway', async () => {
    const { db } = database()
    await db.insert(siteTable).values(site)
    await db.insert(giveaways).values({ ...demoGiveaway(NOON), content: {} })
    const [giveaway] = (await getGiveawaysPage(testServices(database()))).giveaways
    if (!giveaway) throw new Error('there is no giveaway')
    const { id, rules, page } = giveaway
    const shown = async (intent: string, typed: Record<string, string>) => {
      const answer = await post(testServices(database()), '/admin/giveaway', { intent, id, ...typed })
      return [answer.status, await answer.text()]
    }
    const typedRules = postedRecord(rulesFields([rules.timeZone]), { ...rules, prize: 'A typed week.' })
    expect(await shown('rules', typedRules)).toEqual([200, expect.stringMatching(/Official Rules.*A typed week\./s)])
    const typedPage = postedRecord(PAGE_FIELDS, { ...page, lead: 'A typed lead.' })
    expect(await shown('page', typedPage)).toEqual([200, expect.stringContaining('A typed lead.')])
  })
})

/**
 * Changes that no page of guests shows: the settings of reports, cleaners' pay, and their links. Nor those that no
 * single page shows: the settings of the site, and how guests pay.
 */
const UNSEEN = [
  ...['accounts', 'change', 'change', 'cleaner-pay', 'commission', 'commission', 'jurisdiction', 'payment', 'site'],
  ...['tax-platforms', 'withhold'],
]

test('every form that follows from a list of fields has a preview', async () => {
  const previewed = new Set(PREVIEWED.flatMap(({ changes }) => Object.values(changes)))
  const files = globSync('app/**/*.changes.server.ts', { cwd: path.resolve(import.meta.dirname, '..') })
  const modules: object[] = await Promise.all(
    files.map((file) => import(path.resolve(import.meta.dirname, '..', file))),
  )
  const changes = modules.flatMap((module) => Object.values(module).flatMap((all: object) => Object.entries(all)))
  const ofRecords = changes.filter(([, change]) => (change as Partial<Change> | null)?.fields)
  expect(ofRecords.length).toBeGreaterThan(20)
  const without = ofRecords.filter(([, change]) => !previewed.has(change)).map(([name]) => name)
  expect(without.toSorted()).toEqual(UNSEEN)
})

describeWithDatabase('a preview of a live site', (database) => {
  test('asks visitors to sign in, and leads them to the form', async () => {
    const config = readConfig({ SITE_URL: 'https://stay.example' })
    const answer = await post(testServices(database(), { config }), '/admin/site/home', hero({}))
    const signIn = expect.stringContaining('href="/sign-in?to=%2Fadmin%2Fsite%2Fhome"')
    expect([answer.status, await answer.text()]).toEqual([401, signIn])
  })
})

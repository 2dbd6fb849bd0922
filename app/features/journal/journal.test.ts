import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { Hono } from 'hono'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { undoChange } from '#app/features/back-office/undo.server.ts'
import { mediaObjects } from '#app/features/media/media.tables.server.ts'
import { UNNAMED } from '#app/platform/http/operator-access.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { site as siteTable } from '#app/platform/site.tables.server.ts'
import { site } from '#content/site.ts'
import { createLoadShedding } from '#server/middleware/load-shedding.ts'
import { createPages } from '#server/page-cache/pages.ts'
import { previews } from '#server/previews.ts'
import { sitemap } from '#server/sitemap.ts'
import { postChange } from '#test/changes/post-change.ts'
import { describeWithDatabase, testOnBoth } from '#test/database.ts'
import { makePricedProperty, makeProperty, NOON, testClock, testServices } from '#test/factories.ts'
import { renderedBuild } from '#test/rendered-build.tsx'
import { journalApi } from './journal.api.server.ts'
import { blogPosts } from './journal.tables.server.ts'
import { postChanges } from './manage/journal.changes.server.ts'
import { getJournalPost } from './manage/journal-page.server.ts'

const build = await renderedBuild()
const IMAGE = '/objects/cabin/snow.jpg'
const SNOW = { title: 'First snow', content: 'It came early.', author: 'The team' }

// Development pages are neither cached nor without scripts.
beforeEach(() => void vi.stubEnv('DEV', false))
afterEach(() => vi.unstubAllEnvs())

describeWithDatabase('a post of the journal', (database) => {
  const clock = testClock()
  const by = { ...UNNAMED, name: 'mia' }
  let services: Services
  beforeEach(async () => {
    clock.set(NOON)
    services = testServices(database(), { clock })
    await database().db.insert(siteTable).values(site)
  })

  type Intent = keyof typeof postChanges
  type Fields = Record<string, string | string[]>
  const post = (intent: Intent, fields: Fields) =>
    postChange(postChanges[intent] as (typeof postChanges)['draft'], { services, by }, { key: randomUUID(), ...fields })

  async function makeDraft(fields: Fields = {}): Promise<string> {
    const made = await post('draft', { ...SNOW, ...fields })
    if (!made.ok) throw new Error(JSON.stringify(made))
    return made.subjectId ?? ''
  }
  const stored = async (id: string) => (await database().db.select().from(blogPosts).where(eq(blogPosts.id, id)))[0]
  const versionOfPost = async (id: string) => (await getJournalPost(services, id))?.version ?? ''
  const publish = async (id: string, at = '') => post('publish', { id, at, version: await versionOfPost(id) })
  const change = async (id: string, fields: Fields) =>
    post('text', { id, ...SNOW, ...fields, version: await versionOfPost(id) })

  /** The site as guests ask it, with its cached pages. */
  function open() {
    const pages = createPages(services, build, createLoadShedding(services))
    const app = new Hono()
      .use(async (context, next) => (await pages.findCached(context)) ?? next())
      .route('/', sitemap(services, build))
      .route('/', journalApi(services))
      .route('/', pages.routes)
    return async (path: string) => {
      const answer = await app.request(path)
      return { status: answer.status, text: await answer.text() }
    }
  }
  const statuses = async (get: ReturnType<typeof open>, paths: string[]) =>
    Promise.all(paths.map(async (path) => (await get(path)).status))
  const ALL = ['/journal', '/journal/first-snow', '/journal.atom']

  test('is nobody’s to read until it is published, and nothing leads there', async () => {
    const get = open()
    const id = await makeDraft()
    expect(await statuses(get, ALL)).toEqual([404, 404, 404])
    expect((await get('/contact')).text).not.toContain('href="/journal"')
    expect((await get('/sitemap.xml')).text).not.toContain('/journal')
    expect(await publish(id)).toMatchObject({ ok: true })
    expect(await statuses(get, ALL)).toEqual([200, 200, 200])
    expect((await get('/contact')).text).toContain('href="/journal"')
    expect((await get('/sitemap.xml')).text).toContain(`/journal/first-snow</loc><lastmod>${NOON.toISOString()}`)
    expect(await post('take-back', { id })).toMatchObject({ ok: true })
    expect(await statuses(get, ALL)).toEqual([404, 404, 404])
  })

  test('shows at its time in the operator’s time zone, also where pages are cached', async () => {
    await makeProperty(database().db, { timeZone: 'America/Denver' })
    const get = open()
    const id = await makeDraft()
    expect(await publish(id, '2027-06-01T12:30')).toMatchObject({ ok: true })
    const at = new Date('2027-06-01T18:30:00Z')
    expect(await stored(id)).toMatchObject({ published: true, publishedAt: at })
    clock.set(new Date(at.getTime() - 1000))
    expect(await statuses(get, ALL)).toEqual([404, 404, 404])
    clock.set(at)
    expect(await statuses(get, ALL)).toEqual([200, 200, 200])
    expect((await get('/journal')).text).toContain('June 1, 2027')
  })

  test('is not published at a time that has passed, or that no clock shows', async () => {
    await makeProperty(database().db, { timeZone: 'America/Denver' })
    const id = await makeDraft()
    for (const at of ['2027-06-01T11:59', '2028-03-12T02:30', 'soon'])
      expect(await publish(id, at), at).toMatchObject({ status: 400, fields: { at: expect.any(String) } })
    expect(await stored(id)).toMatchObject({ published: false, publishedAt: null })
  })

  testOnBoth('has an address of its own, which stays while guests read it', async () => {
    const ids = await Promise.all([1, 2, 3].map(() => makeDraft()))
    const slugs = await Promise.all(ids.map(async (id) => (await stored(id))?.slug))
    expect(slugs.toSorted()).toEqual(['first-snow', 'first-snow-2', 'first-snow-3'])
    const [id = ''] = ids
    expect(await post('draft', { ...SNOW, slug: 'First Snow' })).toMatchObject({ status: 409 })
    expect(await change(id, { slug: slugs[1] ?? '' })).toMatchObject({ status: 409 })
    expect(await change(id, { slug: 'Über Snow!' })).toMatchObject({ ok: true })
    expect((await stored(id))?.slug).toBe('uber-snow')
    await publish(id)
    expect(await change(id, { slug: 'other' })).toMatchObject({ status: 409, fields: { slug: expect.any(String) } })
    expect(await change(id, { title: 'Later snow' })).toMatchObject({ ok: true })
    expect(await stored(id)).toMatchObject({ slug: 'uber-snow', title: 'Later snow' })
    await expect(
      database()
        .db.insert(blogPosts)
        .values({ ...SNOW, slug: 'uber-snow', excerpt: '', category: '' }),
    ).rejects.toThrow()
  })

  test('runs nothing, and loads nothing of other sites', async () => {
    const refused = [
      '[x](javascript:alert(1))',
      '[x](//evil.example)',
      '![x](https://evil.example/a.jpg)',
      '![x](data:a)',
    ]
    for (const content of refused)
      expect(await post('draft', { ...SNOW, content }), content).toMatchObject({ status: 400 })
    const content = '<script>alert(1)</script>\n\n<img src=x onerror=alert(1)>\n\nA "quote" & more'
    const id = await makeDraft({ title: '<b>& "]]>', content, tags: '<i>, b', category: '"x"' })
    await publish(id)
    // Content that bypassed the form, such as in a restored backup.
    const hostile = '![x](https://evil.example/a.jpg) [y](javascript:alert(1))'
    await database()
      .db.update(blogPosts)
      .set({ content: `${content}\n\n${hostile}` })
    const get = open()
    const { text } = await get('/journal/b')
    expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
    const shown = /<div class="post-text">(.*?)<\/div>/s.exec(text)?.[1] ?? ''
    expect(shown).not.toMatch(/<script|<img|evil\.example|javascript:/)
    const feed = (await get('/journal.atom')).text
    expect(feed).toContain('<title>&lt;b&gt;&amp; &quot;]]&gt;</title>')
    expect(feed).toContain('<category term="&quot;x&quot;"/>')
    expect(feed).toContain('&lt;p&gt;A &amp;quot;quote&amp;quot; &amp;amp; more&lt;/p&gt;')
    expect(feed.replace(/&(?:amp|lt|gt|quot|apos);/g, '')).not.toContain('&')
  })

  test('has its photos in several sizes, its homes with what is open next, and what search engines read', async () => {
    const property = await makePricedProperty(database().db, { name: 'Fox Cabin', images: [IMAGE] })
    const hidden = await makeProperty(database().db, { name: 'Elsewhere', status: 'draft' })
    await database()
      .db.insert(mediaObjects)
      .values({ path: IMAGE, contentType: 'image/jpeg', bytes: 1, width: 1600, height: 900 })
    const content = `![Snow](${IMAGE} "The first morning")\n\nIt **came** early. [See](/search).`
    const id = await makeDraft({ content, propertyIds: [property, hidden] })
    await publish(id)
    const get = open()
    const { text } = await get('/journal/first-snow')
    expect(text).toMatch(/<figure><img src="[^"]*snow\.jpg\?w=1080" srcset="[^"]*w=320 320w[^"]*" [^>]*width="1600"/)
    expect(text).toContain('<figcaption>The first morning</figcaption>')
    expect(text).toMatch(/Fox Cabin.*Next available: /s)
    expect(text).not.toContain('Elsewhere')
    expect(text).toContain('<meta name="description" content="It came early. See."/>')
    expect(text).toMatch(/<meta property="og:image" content="[^"]*\/share\/journal\/first-snow\//)
    expect(text).toContain('<link rel="alternate" type="application/atom+xml"')
    const schema = [...text.matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/g)].map(([, json]) =>
      JSON.parse(json ?? ''),
    )
    expect(schema).toContainEqual(
      expect.objectContaining({
        '@type': 'BlogPosting',
        headline: 'First snow',
        datePublished: NOON.toISOString(),
        author: { '@type': 'Person', name: 'The team' },
      }),
    )
    expect((await get('/journal')).text).toContain('snow.jpg?w=320')
    expect((await get('/journal.atom')).text).toMatch(
      /src=&quot;http:\/\/[^&]*\/objects\/cabin\/snow\.jpg\?w=1280&quot;/,
    )
    expect(await change(id, { propertyIds: [property, hidden, id, property.replace(/.$/, '0')] })).toMatchObject({
      status: 400,
    })
  })

  test('is seen before it is saved or published, and nothing of that is stored', async () => {
    const preview = async (address: string, fields: Record<string, string>) => {
      const init = { method: 'POST', body: new URLSearchParams(fields) }
      return (await previews(services, build).request(`${address}/preview`, init)).text()
    }
    const words = /<h1[^>]*>First snow<\/h1>.*It came early\./s
    expect(await preview('/admin/journal', { intent: 'draft', ...SNOW, key: randomUUID() })).toMatch(words)
    expect(await database().db.$count(blogPosts)).toBe(0)
    const id = await makeDraft({ title: 'No snow' })
    const typed = await preview(`/admin/journal/${id}`, { intent: 'text', id, ...SNOW })
    expect(typed).toMatch(words)
    expect(await stored(id)).toMatchObject({ title: 'No snow', published: false })
    await publish(id, '2027-07-01T12:00')
    expect(await preview(`/admin/journal/${id}`, { intent: 'text', id, ...SNOW })).toMatch(words)
  })

  test('keeps its address also when the change before it was published is taken back', async () => {
    const id = await makeDraft({ slug: 'old' })
    const changed = await change(id, { slug: 'new' })
    await publish(id)
    const auditId = (changed.ok && changed.id) || ''
    expect(await undoChange(services, { id: auditId, by })).toMatchObject({
      ok: false,
      message: expect.stringContaining('Unpublish the post'),
    })
    expect(await stored(id)).toMatchObject({ slug: 'new', published: true })
    await post('take-back', { id })
    expect(await undoChange(services, { id: auditId, by })).toMatchObject({ ok: true })
    expect(await stored(id)).toMatchObject({ slug: 'old', published: false })
  })

  test('is taken back as it was, unless somebody built on it', async () => {
    const undo = (change: { id?: string | null } | object) =>
      undoChange(services, { id: 'id' in change ? (change.id ?? '') : '', by })
    const drafted = await post('draft', SNOW)
    const id = (drafted.ok && drafted.subjectId) || ''
    const changed = await change(id, { title: 'More snow' })
    expect(await undo(drafted)).toMatchObject({ ok: false })
    expect(await undo(changed)).toMatchObject({ ok: true })
    expect(await stored(id)).toMatchObject({ title: 'First snow' })
    const published = await publish(id)
    expect(await post('remove', { id })).toMatchObject({ status: 409 })
    const back = await post('take-back', { id })
    expect(await undo(back)).toMatchObject({ ok: true })
    expect(await stored(id)).toMatchObject({ published: true, publishedAt: NOON })
    expect(await undo(published)).toMatchObject({ ok: true })
    expect(await stored(id)).toMatchObject({ published: false, publishedAt: null })
    const removed = await post('remove', { id })
    expect(await stored(id)).toBeUndefined()
    expect(await undo(removed)).toMatchObject({ ok: true })
    expect(await stored(id)).toMatchObject({ title: 'First snow', slug: 'first-snow' })
  })
})

import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { blogPosts } from '#app/features/journal/journal.tables.server.ts'
import { properties, propertyUnits, unitImages } from '#app/features/properties/properties.tables.server.ts'
import { site } from '#app/platform/site.tables.server.ts'
import { content } from '#content/site.ts'
import { describeWithDatabase } from '#test/database.ts'
import { makeProperty, NOON } from '#test/factories.ts'
import { isPublic, isReferenced } from './image-references.server.ts'

const IMAGE = '/objects/uploads/cove.jpg'
const other = (path: string) => path.replace('cove', 'cove.jpg.cove')

describeWithDatabase('an image', (database) => {
  const db = () => database().db
  const standing = async (path = IMAGE) => ({
    referenced: await isReferenced(db(), path),
    public: await isPublic(db(), path),
  })
  const nobody = { referenced: false, public: false }
  const hidden = { referenced: true, public: false }
  const everybody = { referenced: true, public: true }

  async function makeUnit(propertyId: string, heroImage: string | null = null) {
    const [unit] = await db().insert(propertyUnits).values({ propertyId, name: 'Main', heroImage }).returning()
    return unit?.id ?? ''
  }
  const publish = () => db().update(properties).set({ status: 'published' })

  test('that nothing shows is private, whatever else is shown', async () => {
    const property = await makeProperty(db(), { images: [other(IMAGE)] })
    await makeUnit(property, other(IMAGE))
    expect(await standing()).toEqual(nobody)
  })

  test('of a property is public when the property is published', async () => {
    await makeProperty(db(), { images: ['/objects/a.jpg', IMAGE], status: 'draft' })
    expect(await standing()).toEqual(hidden)
    await publish()
    expect(await standing()).toEqual(everybody)
  })

  test('of a unit’s gallery is public when the property is published', async () => {
    const unitId = await makeUnit(await makeProperty(db(), { status: 'draft' }))
    await db().insert(unitImages).values({ unitId, gcsPath: IMAGE, altText: '', category: 'kitchen' })
    expect(await standing()).toEqual(hidden)
    await publish()
    expect(await standing()).toEqual(everybody)
  })

  test('featured by a unit is public when the property is published', async () => {
    await makeUnit(await makeProperty(db(), { status: 'draft' }), IMAGE)
    expect(await standing()).toEqual(hidden)
    await publish()
    expect(await standing()).toEqual(everybody)
  })

  test('in the built-in gallery is public when the property is published', async () => {
    const fallback = [{ path: IMAGE, alt: 'The cove', category: 'kitchen' }]
    await makeProperty(db(), { status: 'draft', presentation: { gallery: { fallback } } })
    expect(await standing()).toEqual(hidden)
    expect(await standing('/objects/uploads/cove')).toEqual(nobody)
    await publish()
    expect(await standing()).toEqual(everybody)
  })

  test.each([{ featuredImage: IMAGE }, { content: `![The cove](${IMAGE}) at dusk` }])(
    'of the journal is public when its post is published, with %j',
    async (shown) => {
      const post = { title: 'Dusk', slug: 'dusk', excerpt: '', content: '', category: 'lake', ...shown }
      await db().insert(blogPosts).values(post)
      expect(await standing()).toEqual(hidden)
      await db().update(blogPosts).set({ published: true, publishedAt: NOON })
      expect(await standing()).toEqual(everybody)
    },
  )

  test('of the brand is public', async () => {
    const home = { whyChoose: { cards: [{ image: { path: IMAGE, alt: '' } }] } }
    await db()
      .insert(site)
      .values({ brand: 'Powder & Cove', email: 'stay@example.com', content: { ...content, home } })
    expect(await standing()).toEqual(everybody)
  })

  test('is public when one of two properties that show it is', async () => {
    const [first] = [await makeProperty(db(), { images: [IMAGE] }), await makeProperty(db(), { images: [IMAGE] })]
    await db().update(properties).set({ status: 'draft' }).where(eq(properties.id, first))
    expect(await standing()).toEqual(everybody)
    await db().update(properties).set({ status: 'draft' })
    expect(await standing()).toEqual(hidden)
  })
})

import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { mediaObjects } from '#app/features/media/media.tables.server.ts'
import { audit } from '#app/platform/change/change.tables.server.ts'
import { historyOf } from '#app/platform/change/define.server.ts'
import { UNNAMED } from '#app/platform/http/operator-access.server.ts'
import { site as siteTable } from '#app/platform/site.tables.server.ts'
import { recordImages } from '#app/shared/record-fields.ts'
import { content, site } from '#content/site.ts'
import { postChange, undoIn } from '#test/changes/post-change.ts'
import { postedRecord } from '#test/changes/posted-record.ts'
import { describeWithDatabase } from '#test/database.ts'
import { testServices } from '#test/factories.ts'
import { getHomePage } from '../site.server.ts'
import type { heroSchema } from '../site.ts'
import { contentChanges, getSiteParts } from './content.changes.server.ts'
import { SITE_PARTS } from './site-parts.ts'

const mia = { ...UNNAMED, name: 'mia' }
const NEW = '/objects/uploads/ours.jpg'

describeWithDatabase('the home page as an operator changes it', (database) => {
  const services = () => testServices(database())
  async function begin() {
    await database().db.insert(siteTable).values(site)
    const image = { contentType: 'image/jpeg', bytes: 1, width: 4, height: 3 }
    const paths = [NEW, ...recordImages(SITE_PARTS.hero.fields, content.home.hero)]
    await database()
      .db.insert(mediaObjects)
      .values(paths.map((path) => ({ ...image, path })))
  }
  const versionOf = async (part: 'hero' | 'home' | 'why') =>
    (await getSiteParts(services(), [part]))?.values[part]?.version ?? ''
  async function postHero(hero: Partial<z.input<typeof heroSchema>>, version?: string) {
    const fields = postedRecord(SITE_PARTS.hero.fields, { ...content.home.hero, ...hero })
    const shown = version ?? (await versionOf('hero'))
    return postChange(contentChanges.hero, { services: services(), by: mia }, { ...fields, version: shown })
  }
  const undoLast = async () => {
    const { db } = database()
    const [change] = await db.select().from(audit).where(eq(audit.action, 'site.hero-changed'))
    if (!change) throw new Error('the change was not recorded')
    const undo = undoIn(historyOf([contentChanges])['site.hero-changed'])
    return db.transaction((tx) => undo(tx, services(), change, mia))
  }

  test('shows the new words and image, and the earlier ones after Undo; the rest stays', async () => {
    await begin()
    const image = { path: NEW, alt: 'Our lodge' }
    expect(await postHero({ title: 'Lit windows', image, seasonal: undefined })).toMatchObject({ ok: true })
    const { hero, ...rest } = await getHomePage(services())
    expect(hero).toEqual({ ...content.home.hero, title: 'Lit windows', image, seasonal: undefined })
    expect(rest).toEqual(expect.objectContaining({ welcome: content.home.welcome, gift: content.home.gift }))
    expect(await undoLast()).toBeUndefined()
    expect((await getHomePage(services())).hero).toEqual(content.home.hero)
    expect(await undoLast()).toMatchObject({ ok: false })
  })

  test('is not replaced by somebody who has not seen it, and needs no change for the same words', async () => {
    await begin()
    const version = await versionOf('hero')
    expect(await postHero({})).toEqual({ ok: true })
    await postHero({ title: 'First' }, version)
    expect(await postHero({ title: 'Second' }, version)).toMatchObject({
      status: 409,
      message: expect.stringContaining('Title: First'),
    })
  })

  test('needs its texts, and images that are there', async () => {
    await begin()
    const image = { path: '/objects/uploads/gone.jpg', alt: '' }
    expect(await postHero({ title: '', image })).toMatchObject({
      fields: { title: 'Please fill this in', 'image.alt': 'Please fill this in' },
    })
    expect(await postHero({ image: { ...image, alt: 'Gone' } })).toMatchObject({
      message: expect.stringContaining('choose another'),
    })
  })

  test('loses the gift where its fields are emptied, and gains and orders reasons', async () => {
    await begin()
    const { hero: _, whyChoose, gift: __, ...texts } = content.home
    const by = { services: services(), by: mia }
    const property = postedRecord(SITE_PARTS.home.fields, { ...texts, gift: undefined })
    expect(await postChange(contentChanges.home, by, { ...property, version: await versionOf('home') })).toMatchObject({
      ok: true,
    })
    expect((await getHomePage(services())).gift).toBeUndefined()
    const cards = whyChoose.cards.toReversed()
    const why = postedRecord(SITE_PARTS.why.fields, { ...whyChoose, cards })
    expect(await postChange(contentChanges.why, by, { ...why, version: await versionOf('why') })).toMatchObject({
      ok: true,
    })
    expect((await getHomePage(services())).whyChoose.cards).toEqual(cards)
  })
})

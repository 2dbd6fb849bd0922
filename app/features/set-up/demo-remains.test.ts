import { expect, test } from 'vitest'
import { propertyUnits, unitImages } from '#app/features/properties/properties.tables.server.ts'
import { legalDocuments as legalTable } from '#app/features/site/site.tables.server.ts'
import { siteContentSchema } from '#app/features/site/site.ts'
import { readConfig } from '#app/platform/config.server.ts'
import { site as siteTable } from '#app/platform/site.tables.server.ts'
import { demoMarks } from '#content/demo-marks.ts'
import { legalDocuments } from '#content/legal/legal-documents.ts'
import { plainContent } from '#content/plain-site.ts'
import { demoProperties } from '#content/properties/properties.ts'
import { propertyImage } from '#content/properties/property.ts'
import { site } from '#content/site.ts'
import { describeWithDatabase } from '#test/database.ts'
import { makeProperty, testServices } from '#test/factories.ts'
import { listDemoRemains } from './demo-remains.server.ts'

const LIVE = { SITE_URL: 'https://stay.example' }

test('the marks of the demo are those of its content', () => {
  expect(demoMarks.brand).toBe(site.brand)
  expect(demoMarks.properties.toSorted()).toEqual(demoProperties.map(({ property }) => property.name).toSorted())
  expect(legalDocuments.some(({ body }) => body.includes(demoMarks.legalDraft))).toBe(true)
})

describeWithDatabase('what is left of the demo', (database) => {
  const remains = (environment: Record<string, string>) =>
    listDemoRemains(testServices(database(), { config: readConfig(environment), demoMarks }))
  const [, lake] = demoMarks.properties

  test('is named on a live site, each with the page that mends it', async () => {
    await database().db.insert(siteTable).values(site)
    await database().db.insert(legalTable).values(legalDocuments)
    await makeProperty(database().db, { name: lake })
    await makeProperty(database().db, { name: demoMarks.properties[0], status: 'draft' })
    await makeProperty(database().db, { name: 'Our own home' })
    expect((await remains(LIVE)).map(({ title, path }) => [title, path])).toEqual([
      ['Powder & Cove is still the demo’s name', '/admin/site#change-site'],
      ['hello@powderandcove.example is still the demo’s address', '/admin/site#change-site'],
      ['The privacy page is still a draft', '/admin/legal#add-privacy'],
      ['The terms page is still a draft', '/admin/legal#add-terms'],
      ['The social link is still the demo’s', '/admin/site#change-site'],
      ['1 home of the demo is still listed', '/admin/homes'],
      ['No email leaves this machine', null],
    ])
    expect(await remains({}), 'in demo mode').toEqual([])
    const words = (await remains(LIVE)).map(({ title, detail }) => title + detail).join()
    expect(words).not.toMatch(/\b(?:update|select|insert|set \w+ =)\b/)
  })

  test('includes a home under a name of its own that still shows the demo’s images', async () => {
    const { db } = database()
    const show = async (name: string, gcsPath: string) => {
      const propertyId = await makeProperty(db, { name })
      const [unit] = await db.insert(propertyUnits).values({ propertyId, name }).returning()
      const image = { gcsPath, altText: '', category: 'exterior' }
      await db.insert(unitImages).values({ unitId: unit?.id ?? '', ...image })
    }
    await show('Renamed', propertyImage('lake-keowee-exterior.jpg'))
    await show('Our own home', '/objects/uploads/6a4c.jpg')
    const properties = (await remains(LIVE)).filter(({ path }) => path === '/admin/homes')
    expect(properties.map(({ detail }) => detail)).toEqual(['Renamed. Guests can see it.'])
  })

  test('includes texts about the sample homes, unless guests find one of these', async () => {
    await database().db.insert(siteTable).values(site)
    const texts = async () => (await remains(LIVE)).filter(({ title }) => title.includes('texts'))
    expect(await texts()).toMatchObject([{ path: '/admin/site' }])
    await makeProperty(database().db, { name: lake })
    expect(await texts()).toEqual([])
  })

  test('is nothing once name, address, link, texts and mail server are the operator’s own', async () => {
    const own = { brand: 'Lit Windows', email: 'hello@stay.test', socialName: null, socialUrl: null }
    await database()
      .db.insert(siteTable)
      .values({ ...site, ...own, content: siteContentSchema.parse(plainContent) })
    await database().db.insert(legalTable).values(legalDocuments)
    for (const kind of ['privacy', 'terms'] as const) {
      const body = JSON.stringify({ lead: 'Ours', sections: [] })
      await database()
        .db.insert(legalTable)
        .values({ kind, version: '2', title: kind, body, effectiveOn: '2027-02-01' })
    }
    expect(await remains({ ...LIVE, SMTP_URL: 'smtps://mail.stay.test' })).toEqual([])
  })
})

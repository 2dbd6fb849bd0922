import { expect, test } from 'vitest'
import { legalDocuments } from '#app/features/site/site.tables.server.ts'
import { readConfig } from '#app/platform/config.server.ts'
import type { PageHandle } from '#app/shared/page-handle.ts'
import { describeWithDatabase } from '#test/database.ts'
import { makeProperty, testServices } from '#test/factories.ts'
import { pageRoutes } from '#test/page-routes.ts'
import { sitemap } from './sitemap.ts'

const routes = await pageRoutes()

describeWithDatabase('the files for crawlers', (database) => {
  const site = (environment: Record<string, string>) =>
    sitemap(testServices(database(), { config: readConfig(environment) }), { routes })
  const LIVE = { SITE_URL: 'https://stay.example' }

  test('the sitemap lists the pages and the published properties under the public address', async () => {
    const updatedAt = new Date('2027-05-04T10:00:00Z')
    const terms = {
      kind: 'terms',
      version: '1',
      title: 'Terms',
      body: '{"lead":"","sections":[]}',
      effectiveOn: '2027-05-01',
    } as const
    await database().db.insert(legalDocuments).values(terms)
    await makeProperty(database().db, { slug: 'second', displayOrder: 2, updatedAt })
    await makeProperty(database().db, { slug: 'first', displayOrder: 1, updatedAt })
    await makeProperty(database().db, { slug: 'hidden', status: 'draft' })
    const response = await site(LIVE).request('/sitemap.xml', { headers: { host: 'evil.example' } })
    expect(response.headers.get('content-type')).toBe('application/xml; charset=utf-8')
    const text = await response.text()
    expect([...text.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address)).toEqual([
      'https://stay.example/',
      'https://stay.example/contact',
      'https://stay.example/host-with-us',
      'https://stay.example/newsletter',
      'https://stay.example/terms',
      'https://stay.example/property/first',
      'https://stay.example/property/second',
    ])
    expect(text).toContain('<lastmod>2027-05-01</lastmod>')
    expect(text).toContain('<lastmod>2027-05-04T10:00:00.000Z</lastmod>')
    expect(text).not.toContain('evil.example')
  })

  test('the sitemap exists before the first property', async () => {
    const text = await (await site(LIVE).request('/sitemap.xml')).text()
    expect(text.match(/<url>/g)).toHaveLength(4)
  })

  test('robots.txt links to the sitemap and keeps crawlers out of API calls and frames', async () => {
    const response = await site(LIVE).request('/robots.txt')
    expect(response.headers.get('content-type')).toContain('text/plain')
    const lines = (await response.text()).split('\n')
    expect(lines).toContain('Sitemap: https://stay.example/sitemap.xml')
    expect(lines).toContain('Disallow: /api/')
    expect(lines).toContain('Disallow: /embed/book/')
    expect(lines).toContain('Disallow: /embed/pay/')
  })

  test('a demo uses its own address', async () => {
    expect(await (await site({ PORT: '4000' }).request('/robots.txt')).text()).toContain(
      'http://127.0.0.1:4000/sitemap.xml',
    )
  })
})

/** Pages that crawlers should not list: personal pages, frames, and those only reached by a link. None below `admin` is listed. */
const UNLISTED = [
  'compare',
  'embed/book/:propertyId',
  'embed/pay/:token',
  'embed/results',
  'first-operator/:token',
  'invitation/:token',
  'new-password',
  'new-password/:token',
  'newsletter/:step/:token',
  'owner/:token',
  'quotes/:token',
  'review/:token',
  'search',
  'session',
  'sign-in',
  'sign-out',
  'stay/:token',
  'staycation/draw/:id',
  'staycation/won/:token',
  'test',
  'turnovers/:secret',
  '*',
]

test('every page is in the sitemap, or is one that crawlers should not list', () => {
  const pages = Object.values(routes).flatMap((route) => (route?.path || route?.index ? [route] : []))
  const unlisted = pages.filter(({ module }) => !(module.handle as PageHandle | undefined)?.sitemap)
  const isPublic = (path: string) => path.split('/')[0] !== 'admin'
  expect(
    unlisted
      .map(({ path = '' }) => path)
      .filter(isPublic)
      .sort(),
  ).toEqual([...UNLISTED].sort())
  expect(pages.filter(({ path = '' }) => !isPublic(path)).length).toBeGreaterThan(3)
  expect(pages.filter(({ path = '' }) => !isPublic(path)).filter((page) => !unlisted.includes(page))).toEqual([])
})

import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { vacationRentalMarkup } from '#test/vacation-rental-markup.ts'
import { untilHydrated } from '../booking-frame.ts'
import { expect, test } from '../page.ts'
import { siteUrl } from '../site-url.ts'
import { freeStay, pathOf, propertyOf, SLUGS } from '../stays.ts'

const PAGES = ['/', '/search', '/contact', '/host-with-us', ...SLUGS.map((slug) => propertyOf(slug).path)]
const ONCE = [
  ...['title', 'canonical', 'robots', 'description', 'og:title', 'og:url', 'twitter:card', 'twitter:title'],
  ...['og:image', 'og:image:width', 'og:image:height', 'og:image:alt', 'twitter:image', 'twitter:image:alt'],
]

type Metadata = Record<string, string[]> & { schemas: string[] }

/** The metadata in the head, by name; each is a list, so that duplicates show. */
function metadataOf(page: Page): Promise<Metadata> {
  return page.evaluate(() => {
    const metadata: Metadata = {
      title: [...document.head.querySelectorAll('title')].map((one) => one.text),
      schemas: [],
    }
    const add = (name: string, value: string) => {
      metadata[name] = [...(metadata[name] ?? []), value]
    }
    for (const tag of document.head.querySelectorAll('meta[name], meta[property]')) {
      const name = tag.getAttribute('name') ?? tag.getAttribute('property') ?? ''
      if (name !== 'viewport' && name !== 'theme-color') add(name, tag.getAttribute('content') ?? '')
    }
    for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=canonical]')) add('canonical', link.href)
    for (const script of document.querySelectorAll('script[type="application/ld+json"]')) {
      metadata.schemas.push(JSON.stringify(JSON.parse(script.textContent ?? '')))
    }
    return metadata
  })
}

/** The structured data of a page, by type. */
function typesOf(path: string): string[] {
  if (path === '/') return ['Organization', 'WebSite']
  return path.startsWith('/property/') ? ['VacationRental', 'BreadcrumbList', 'FAQPage'] : []
}

test('the served HTML of every page has its metadata and its address exactly once', async ({ visit }) => {
  const page = await visit('/', { javaScript: false })
  const titles = new Set<string>()
  for (const path of PAGES) {
    await page.goto(siteUrl() + path, { waitUntil: 'domcontentloaded' })
    const metadata = await metadataOf(page)
    const [title = ''] = metadata.title ?? []
    titles.add(title)
    expect(title, path).toMatch(/^\S.+ \| Powder & Cove$/)
    for (const name of ONCE) expect(metadata[name], `${name} of ${path}`).toHaveLength(1)
    expect(metadata).toMatchObject({
      canonical: [`${siteUrl()}${path}`],
      'og:url': [`${siteUrl()}${path}`],
      robots: ['index, follow'],
      'og:title': [title],
      'twitter:title': [title],
    })
    expect(metadata.description).toEqual(metadata['og:description'])
    expect(metadata.description).toEqual(metadata['twitter:description'])
    const types = metadata.schemas.map((schema) => JSON.parse(schema)['@type'])
    expect(types, path).toEqual(typesOf(path))
  }
  expect(titles.size).toBe(PAGES.length)
  expect([...titles]).toContain('Luxury Vacation Rentals in Colorado & Lake Keowee | Powder & Cove')
})

test('a link to a page has a share image that exists and has the stated size', async ({ visit }) => {
  const page = await visit('/', { javaScript: false })
  for (const path of [...SLUGS.map((slug) => propertyOf(slug).path), '/staycation', '/contact']) {
    await page.goto(siteUrl() + path, { waitUntil: 'domcontentloaded' })
    const metadata = await metadataOf(page)
    const [address = ''] = metadata['og:image'] ?? []
    expect(address).toMatch(
      path === '/contact' ? /\/objects\/brand\/og-default\.jpg$/ : new RegExp(`/share${path}/[\\w-]{16}\\.jpg$`),
    )
    expect(metadata['twitter:image']).toEqual([address])
    expect(metadata['twitter:card']).toEqual(['summary_large_image'])
    const answer = await fetch(address)
    const { width, height } = await sharp(await answer.arrayBuffer()).metadata()
    expect([metadata['og:image:width'], metadata['og:image:height']]).toEqual([[`${width}`], [`${height}`]])
    expect([width, height], path).toEqual([1200, 630])
  }
})

test('the structured data of a property is a vacation rental without reviews', async ({ visit }) => {
  const page = await visit('/', { javaScript: false })
  for (const slug of SLUGS) {
    await page.goto(siteUrl() + propertyOf(slug).path, { waitUntil: 'domcontentloaded' })
    const { schemas } = await metadataOf(page)
    const rental = JSON.parse(schemas[0] ?? '{}')
    expect(vacationRentalMarkup.parse(rental)).toMatchObject({
      identifier: propertyOf(slug).id,
      offers: { priceCurrency: 'USD', availability: 'https://schema.org/InStock' },
    })
    expect(JSON.stringify(rental), slug).not.toMatch(/review|rating/i)
  }
})

test('the structured data beside it is what the page shows and where it stands', async ({ visit }) => {
  const page = await visit('/property/lake-keowee', { javaScript: false })
  const [, trail, questions] = (await metadataOf(page)).schemas.map((schema) => JSON.parse(schema))
  expect(trail.itemListElement).toEqual([
    { '@type': 'ListItem', position: 1, name: 'Powder & Cove', item: `${siteUrl()}/` },
    { '@type': 'ListItem', position: 2, name: 'Cabin By The Cove', item: `${siteUrl()}/property/lake-keowee` },
  ])
  const shown = page.getByRole('region', { name: 'Questions and answers' })
  expect(questions.mainEntity.map(({ name }: { name: string }) => name)).toEqual(
    await shown.getByRole('heading', { level: 3 }).allTextContents(),
  )
  for (const { acceptedAnswer } of questions.mainEntity) await expect(shown).toContainText(acceptedAnswer.text)

  await page.goto(siteUrl())
  const [organization, site] = (await metadataOf(page)).schemas.map((schema) => JSON.parse(schema))
  expect(organization).toMatchObject({ name: 'Powder & Cove', url: `${siteUrl()}/`, logo: `${siteUrl()}/icon-512.png` })
  expect((await fetch(organization.logo)).headers.get('content-type')).toBe('image/png')
  const links = page.getByRole('contentinfo').getByRole('link')
  const addresses = await links.evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href))
  for (const profile of organization.sameAs) expect(addresses).toContain(profile)
  expect(site).toMatchObject({ name: 'Powder & Cove', publisher: { '@id': organization['@id'] } })

  await page.goto(`${siteUrl()}/staycation/rules`)
  const [rules] = (await metadataOf(page)).schemas.map((schema) => JSON.parse(schema))
  expect(rules.itemListElement.map(({ item }: { item: string }) => item)).toEqual(
    ['/', '/staycation', '/staycation/rules'].map((path) => siteUrl() + path),
  )
})

test('a shared quote shows the home and its price, and is not indexed', async ({ visit }) => {
  const stay = await freeStay('large-luxury')
  const { checkIn: checkInDate, checkOut: checkOutDate } = stay
  const propertyId = propertyOf('large-luxury').id
  const answer = await fetch(`${siteUrl()}/api/quotes`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ propertyId, checkInDate, checkOutDate, adults: 2, children: 0, infants: 0, pets: 0 }),
  })
  const { url } = (await answer.json()) as { url: string }
  const page = await visit(url, { javaScript: false })
  const { robots, description, 'og:image': image } = await metadataOf(page)
  const total = (await page.locator('.quote-total strong').textContent()) ?? ''
  expect(total).toMatch(/^\$[\d,.]+$/)
  expect(robots).toEqual(['noindex, nofollow'])
  expect(description?.[0]?.startsWith(`${total} total for `), description?.[0]).toBe(true)
  expect(image?.[0]).toMatch(/\/share\/property\/large-luxury\/[\w-]{16}\.jpg$/)
})

test('the canonical address of a property does not contain the stay', async ({ visit }) => {
  const page = await visit(pathOf('lake-keowee', await freeStay('lake-keowee')))
  const { canonical, 'og:url': shared } = await metadataOf(page)
  expect([canonical, shared]).toEqual(Array(2).fill([`${siteUrl()}/property/lake-keowee`]))
})

test('client-side navigation gives each page the same metadata as its served HTML', async ({ visit }) => {
  const served = await visit('/', { javaScript: false })
  const page = await visit('/')
  await untilHydrated(page)
  await page.evaluate(() => document.documentElement.setAttribute('data-seen', 'yes'))
  const header = page.getByRole('banner')
  const walk: [string, () => Promise<void>][] = [
    ['/contact', () => header.getByRole('link', { name: 'Contact' }).click()],
    ['/', () => header.getByRole('link', { name: 'Powder & Cove' }).click()],
    [
      '/property/large-luxury',
      () => page.getByRole('link', { name: propertyOf('large-luxury').name, exact: true }).click(),
    ],
    ['/host-with-us', () => header.getByRole('link', { name: 'Host with Us' }).click()],
    ['/property/large-luxury', async () => void (await page.goBack())],
    ['/', async () => void (await page.goBack())],
    [
      '/property/lake-keowee',
      () => page.getByRole('link', { name: propertyOf('lake-keowee').name, exact: true }).click(),
    ],
  ]
  for (const [path, go] of walk) {
    await go()
    await served.goto(siteUrl() + path, { waitUntil: 'domcontentloaded' })
    await page.waitForURL(`**${path}`)
    await expect.poll(() => metadataOf(page), { message: path }).toEqual(await metadataOf(served))
  }
  await expect(page.locator('html')).toHaveAttribute('data-seen', 'yes')
})

test('search engines do not index what is not found, and leaving such a page removes its metadata', async ({
  visit,
}) => {
  const unknown = `/embed/book/${propertyOf('large-luxury').id.replace(/.$/, 'x')}`
  const page = await visit('/nowhere', { status: 404 })
  for (const path of ['/property/nothing', '/embed/book/nothing', unknown, '/nowhere']) {
    expect((await page.goto(siteUrl() + path))?.status(), path).toBe(404)
    const metadata = await metadataOf(page)
    const title = ['Page Not Found - 404 | Powder & Cove']
    expect(metadata, path).toMatchObject({ title, robots: ['noindex, nofollow'], schemas: [] })
    await expect(page.getByRole('heading', { level: 1 }), path).toHaveText('404 Page Not Found')
  }
  await untilHydrated(page)
  expect((await metadataOf(page)).description?.[0]).toContain('luxury rentals')
  await page.getByRole('banner').getByRole('link', { name: 'Powder & Cove' }).click()
  await page.getByRole('heading', { level: 1, name: 'Luxury Vacation Retreats' }).waitFor()
  await expect
    .poll(() => metadataOf(page))
    .toMatchObject({
      title: ['Luxury Vacation Rentals in Colorado & Lake Keowee | Powder & Cove'],
      robots: ['index, follow'],
    })
})

test('search engines do not index the booking frame', async ({ visit }) => {
  const page = await visit(`/embed/book/${propertyOf('lake-keowee').id}`)
  const metadata = await metadataOf(page)
  expect(metadata).toMatchObject({
    robots: ['noindex, nofollow'],
    canonical: [`${siteUrl()}/property/lake-keowee`],
  })
})

test('the sitemap lists pages that may be indexed, and robots.txt names it', async () => {
  const site = siteUrl()
  const robots = await (await fetch(`${site}/robots.txt`)).text()
  expect(robots).toContain(`Sitemap: ${site}/sitemap.xml`)
  const answer = await fetch(`${site}/sitemap.xml`)
  expect(answer.headers.get('content-type')).toContain('xml')
  const listed = [...(await answer.text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => address)
  const properties = SLUGS.map((slug) => `${site}${propertyOf(slug).path}`)
  const pages = ['/', '/contact', '/host-with-us', '/newsletter', '/staycation', '/staycation/rules']
  const journal = ['/journal', '/journal/a-day-on-the-dock']
  const others = [...pages, ...journal, '/privacy', '/terms', '/accessibility'].map((path) => `${site}${path}`)
  expect(listed.sort()).toEqual([...others, ...properties].sort())
  for (const address of listed) {
    const html = await (await fetch(address)).text()
    expect(html, address).toContain(`<link rel="canonical" href="${address}"`)
    expect(html, address).not.toContain('noindex')
  }
})

import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { vacationRentalMarkup } from '#test/vacation-rental-markup.ts'
import { untilHydrated } from '../booking-frame.ts'
import { expect, test } from '../page.ts'
import { elementOf, elementsOf, readHtml, tagsOf, textOf } from '../served-html.ts'
import { siteUrl } from '../site-url.ts'
import { freeStay, pathOf, propertyOf, SLUGS } from '../stays.ts'
import { type Metadata, metadataOf } from './head.ts'

const PAGES = [
  '/',
  '/search',
  '/contact',
  '/host-with-us',
  '/privacy',
  '/terms',
  '/accessibility',
  ...SLUGS.map((slug) => propertyOf(slug).path),
]
const ONCE = [
  ...['title', 'canonical', 'robots', 'description', 'og:title', 'og:url', 'twitter:card', 'twitter:title'],
  ...['og:image', 'og:image:width', 'og:image:height', 'og:image:alt', 'twitter:image', 'twitter:image:alt'],
]

/** The structured data of a page, by type. */
function typesOf(path: string): string[] {
  if (path === '/') return ['Organization', 'WebSite']
  return path.startsWith('/property/') ? ['VacationRental', 'BreadcrumbList', 'FAQPage'] : []
}

test('the served HTML of every page has its metadata and its address exactly once', async () => {
  const titles = new Set<string>()
  for (const path of PAGES) {
    const metadata = metadataOf(await readHtml(path))
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

test('a link to a page has a share image that exists and has the stated size', async () => {
  for (const path of [...SLUGS.map((slug) => propertyOf(slug).path), '/staycation', '/contact']) {
    const metadata = metadataOf(await readHtml(path))
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

test('the structured data of a property is a vacation rental without reviews', async () => {
  for (const slug of SLUGS) {
    const { schemas } = metadataOf(await readHtml(propertyOf(slug).path))
    const rental = JSON.parse(schemas[0] ?? '{}')
    expect(vacationRentalMarkup.parse(rental)).toMatchObject({
      identifier: propertyOf(slug).id,
      offers: { priceCurrency: 'USD', availability: 'https://schema.org/InStock' },
    })
    expect(JSON.stringify(rental), slug).not.toMatch(/review|rating/i)
  }
})

test('the structured data beside it is what the page shows and where it stands', async () => {
  const page = await readHtml('/property/lake-keowee')
  const [, trail, questions] = schemasOf(page)
  expect(trail.itemListElement).toEqual([
    { '@type': 'ListItem', position: 1, name: 'Powder & Cove', item: `${siteUrl()}/` },
    { '@type': 'ListItem', position: 2, name: 'Cabin By The Cove', item: `${siteUrl()}/property/lake-keowee` },
  ])
  const shown = elementOf(page, 'section', 'questions-heading')
  expect(questions.mainEntity.map(({ name }: { name: string }) => name)).toEqual(elementsOf(shown, 'h3').map(textOf))
  for (const { acceptedAnswer } of questions.mainEntity) expect(textOf(shown)).toContain(acceptedAnswer.text)

  const property = await readHtml('/')
  const [organization, site] = schemasOf(property)
  expect(organization).toMatchObject({ name: 'Powder & Cove', url: `${siteUrl()}/`, logo: `${siteUrl()}/icon-512.png` })
  expect((await fetch(organization.logo)).headers.get('content-type')).toBe('image/png')
  const addresses = tagsOf(elementOf(property, 'footer', 'class="footer'), 'a').map(({ href }) => href)
  expect(organization.sameAs.length).toBeGreaterThan(0)
  for (const profile of organization.sameAs) expect(addresses).toContain(profile)
  expect(site).toMatchObject({ name: 'Powder & Cove', publisher: { '@id': organization['@id'] } })

  const [rules] = schemasOf(await readHtml('/staycation/rules'))
  expect(rules.itemListElement.map(({ item }: { item: string }) => item)).toEqual(
    ['/', '/staycation', '/staycation/rules'].map((path) => siteUrl() + path),
  )
})

const schemasOf = (html: string) => metadataOf(html).schemas.map((schema) => JSON.parse(schema))

test('a shared quote shows the home and its price, and is not indexed', async () => {
  const stay = await freeStay('large-luxury')
  const { checkIn: checkInDate, checkOut: checkOutDate } = stay
  const propertyId = propertyOf('large-luxury').id
  const answer = await fetch(`${siteUrl()}/api/quotes`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ propertyId, checkInDate, checkOutDate, adults: 2, children: 0, infants: 0, pets: 0 }),
  })
  const { url } = (await answer.json()) as { url: string }
  const page = await readHtml(url)
  const { robots, description, 'og:image': image } = metadataOf(page)
  const total = textOf(elementOf(elementOf(page, 'p', 'quote-total'), 'strong'))
  expect(total).toMatch(/^\$[\d,.]+$/)
  expect(robots).toEqual(['noindex, nofollow'])
  expect(description?.[0]?.startsWith(`${total} total for `), description?.[0]).toBe(true)
  expect(image?.[0]).toMatch(/\/share\/property\/large-luxury\/[\w-]{16}\.jpg$/)
})

test('the canonical address of a property does not contain the stay', async () => {
  const page = await readHtml(pathOf('lake-keowee', await freeStay('lake-keowee')))
  const { canonical, 'og:url': shared } = metadataOf(page)
  expect([canonical, shared]).toEqual(Array(2).fill([`${siteUrl()}/property/lake-keowee`]))
})

test('search engines do not index what is not found', async () => {
  const unknown = `/embed/book/${propertyOf('large-luxury').id.replace(/.$/, 'x')}`
  const places = ['/property/nothing', '/embed/book/nothing', '/staycation/draw/nothing', unknown, '/nowhere']
  for (const path of [...places, '/terms?version=2']) {
    const page = await readHtml(path, { status: 404 })
    const title = ['Page Not Found - 404 | Powder & Cove']
    expect(metadataOf(page), path).toMatchObject({ title, robots: ['noindex, nofollow'], schemas: [] })
    expect(textOf(elementOf(page, 'h1')), path).toBe('404 Page Not Found')
  }
  const page = await readHtml('/nowhere', { status: 404 })
  const [description] = metadataOf(page).description ?? []
  expect(description).toContain('luxury rentals')
  expect(tagsOf(page, 'a').map(({ href }) => href)).toContain('/#properties')
})

test('search engines do not index the booking frame and the test page', async () => {
  const frame = metadataOf(await readHtml(`/embed/book/${propertyOf('lake-keowee').id}`))
  expect(frame).toMatchObject({
    robots: ['noindex, nofollow'],
    canonical: [`${siteUrl()}/property/lake-keowee`],
  })
  expect(metadataOf(await readHtml('/test'))).toMatchObject({
    title: ['Object Storage Test | Powder & Cove'],
    robots: ['noindex, nofollow'],
  })
})

/** The metadata in the head of the open page, after its scripts. */
const currentMetadata = async (page: Page): Promise<Metadata> =>
  metadataOf(await page.evaluate(() => document.documentElement.outerHTML.replaceAll(' data-precedence="default"', '')))

test('client-side navigation gives each page the metadata of its served HTML, from a page that is not found, too', async ({
  visit,
}) => {
  const page = await visit('/nowhere', { status: 404 })
  await untilHydrated(page)
  await page.evaluate(() => document.documentElement.setAttribute('data-seen', 'yes'))
  const header = page.getByRole('banner')
  const property = propertyOf('large-luxury')
  const walk: [string, () => Promise<unknown>][] = [
    ['/', () => header.getByRole('link', { name: 'Powder & Cove' }).click()],
    [property.path, () => page.getByRole('link', { name: property.name, exact: true }).click()],
    ['/host-with-us', () => header.getByRole('link', { name: 'Host with Us' }).click()],
    [property.path, () => page.goBack()],
  ]
  for (const [path, go] of walk) {
    await go()
    await page.waitForURL(`**${path}`)
    const served = metadataOf(await readHtml(path))
    await expect.poll(() => currentMetadata(page), { message: path }).toEqual(served)
  }
  await expect(page.locator('html')).toHaveAttribute('data-seen', 'yes')
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

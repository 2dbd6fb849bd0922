import { asc, eq, sql } from 'drizzle-orm'
import { findImages } from '#app/features/media/media.server.ts'
import { MAX_WIDTH, widthFor } from '#app/features/media/media.ts'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import type { Config } from '#app/platform/config.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { parseRecord } from '#app/platform/parse-record.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { site as siteTable } from '#app/platform/site.tables.server.ts'
import { type OgImage, PAGE_NOT_FOUND } from '#app/shared/page-metadata.ts'
import type { Gift } from './gift.ts'
import { listLegalDocuments } from './legal-documents.server.ts'
import { type SiteContent, type SiteView, siteContentSchema } from './site.ts'

type ReadServices = Pick<Services, 'db' | 'clock' | 'log' | 'cache'>

/** The row of the site and its content as pages show it; null if there is none that they can. */
export async function findSite(services: Omit<ReadServices, 'cache'>) {
  const [row] = await services.db.select().from(siteTable)
  if (!row) return null
  const stored = { record: 'site.content', key: String(row.id), value: row.content }
  const found = await parseRecord(services, siteContentSchema, stored)
  return found && { row, content: found.value, earlier: found.earlier }
}

async function loadSite(services: ReadServices) {
  const found = await services.cache.read('site', () => findSite(services))
  if (!found) throw new Error('the database has no site record that can be read')
  return found
}

/** Whether pages show the current operator content, an earlier version of it, or cannot show it at all. */
export async function checkSite(services: Omit<ReadServices, 'cache'>): Promise<'current' | 'earlier' | 'unreadable'> {
  const found = await findSite(services)
  if (!found) return 'unreadable'
  return found.earlier ? 'earlier' : 'current'
}

/** Facts about the homes that guests find: their locations, and the cover of the first. */
function loadPropertyFacts({ db, cache }: ReadServices) {
  return cache.read('homes of the site', async () => {
    const { name, location, listed, displayOrder } = properties
    const path = sql<string | null>`${properties.images}[1]`
    const alt = sql<string>`coalesce((select alt_text from unit_images where gcs_path = ${path} limit 1), '')`
    const rows = await db
      .select({ name, location, path, alt })
      .from(properties)
      .where(eq(listed, true))
      .orderBy(asc(displayOrder), asc(name))
    const first = rows.find((property) => property.path)
    const cover = first?.path ? { path: first.path, alt: first.alt || first.name } : null
    return { locations: [...new Set(rows.map((property) => property.location))], cover, hasProperties: rows.length > 0 }
  })
}

/** The operator's record, for every page. What is left open there is as the homes have it. */
export async function getSite(services: ReadServices): Promise<SiteView> {
  const [{ row, content }, documents, properties] = await Promise.all([
    loadSite(services),
    listLegalDocuments(services),
    loadPropertyFacts(services),
  ])
  const { home: _, host: __, contact: ___, ...shown } = content
  const ogImage = content.ogImage ?? properties.cover
  const locations = content.locations.length > 0 ? content.locations : properties.locations
  const social = row.socialName && row.socialUrl ? { name: row.socialName, url: row.socialUrl } : null
  const legal = documents.map(({ kind, title }) => ({ path: `/${kind}`, title }))
  const { hasProperties } = properties
  const isUsual = content.notFound.text === PAGE_NOT_FOUND.text
  const notFound = {
    ...content.notFound,
    ...(isUsual && !hasProperties && { text: PAGE_NOT_FOUND.textWithoutProperties }),
  }
  return {
    ...shown,
    notFound,
    ogImage,
    locations,
    hasProperties: hasProperties,
    brand: row.brand,
    email: row.email,
    social,
    legal,
  }
}

/** The brand's image for the og-image of pages without their own; null when the storage does not have it. */
export async function getOgImage(
  services: Pick<Services, 'db' | 'config' | 'cache'>,
  ogImage: SiteView['ogImage'],
): Promise<OgImage | null> {
  if (!ogImage) return null
  const { path, alt } = ogImage
  const found = await services.cache.read(`og image ${path}`, () => findImages(services, [path]))
  const image = found.get(path)
  if (!image) return null
  const width = widthFor(MAX_WIDTH, image.width)
  const height = Math.round((image.height * width) / image.width)
  return { url: `${services.config.siteUrl}${path}`, alt, width, height }
}

/** The home page's text. */
export async function getHomePage(services: ReadServices): Promise<SiteContent['home']> {
  return (await loadSite(services)).content.home
}

/** The welcome gift, for whoever packs it; null where the site has none. */
export async function getGift(services: ReadServices): Promise<Gift | null> {
  const found = await services.cache.read('site', () => findSite(services))
  const gift = found?.content.home.gift
  return gift ? { one: gift.one, many: gift.many, each: gift.each } : null
}

/** The text of the page for owners. */
export async function getHostPage(services: ReadServices): Promise<SiteContent['host']> {
  return (await loadSite(services)).content.host
}

export async function getContactPage(services: ReadServices): Promise<SiteContent['contact']> {
  return (await loadSite(services)).content.contact
}

/** The sender of an email: its head and footer, and the response time as it appears mid-sentence. */
export async function getMailSite({ db, config }: { db: Tx; config: Pick<Config, 'siteUrl'> }) {
  const { brand, email, postalAddress, content } = siteTable
  const responseTime = sql<string | null>`${content} ->> 'responseTime'`
  const logo = sql<string | null>`${content} ->> 'logo'`
  const [row] = await db.select({ brand, email, postalAddress, responseTime, logo }).from(siteTable)
  if (!row) throw new Error('the database has no site record')
  return { ...row, responseTime: row.responseTime ?? 'as soon as we can', url: config.siteUrl }
}

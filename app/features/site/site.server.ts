import { sql } from 'drizzle-orm'
import { findPictures } from '#app/features/media/media.server.ts'
import { WIDEST, widthFor } from '#app/features/media/media.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { site as siteTable } from '#app/platform/db/schema.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import type { ShareImage } from '#app/shared/page-metadata.ts'
import { listLegalDocuments } from './legal-documents.server.ts'
import { type SiteContent, type SiteView, siteContentSchema } from './site.ts'

export { getLegalDocument, getTermsVersion, listLegalDocuments } from './legal-documents.server.ts'

async function readSite({ db }: Pick<Services, 'db'>) {
  const [row] = await db.select().from(siteTable)
  if (!row) throw new Error('the database has no site record')
  return { row, content: siteContentSchema.parse(row.content) }
}

/** The operator, for every page. */
export async function getSite(services: Pick<Services, 'db' | 'clock'>): Promise<SiteView> {
  const [{ row, content }, documents] = await Promise.all([readSite(services), listLegalDocuments(services)])
  const { home: _, host: __, ...shown } = content
  const social = row.socialName && row.socialUrl ? { name: row.socialName, url: row.socialUrl } : null
  const legal = documents.map(({ kind, title }) => ({ path: `/${kind}`, title }))
  return { ...shown, brand: row.brand, email: row.email, social, legal }
}

/** The brand's picture, for links to pages that have none of their own; null when the storage does not have it. */
export async function getShareImage(
  services: Pick<Services, 'db' | 'config'>,
  { path, alt }: SiteView['sharePicture'],
): Promise<ShareImage | null> {
  const picture = (await findPictures(services, [path])).get(path)
  if (!picture) return null
  const width = widthFor(WIDEST, picture.width)
  const height = Math.round((picture.height * width) / picture.width)
  return { url: `${services.config.siteUrl}${path}`, alt, width, height }
}

/** The home page's copy. */
export async function getHomePage(services: Pick<Services, 'db'>): Promise<SiteContent['home']> {
  return (await readSite(services)).content.home
}

/** The copy of the page for owners. */
export async function getHostPage(services: Pick<Services, 'db'>): Promise<SiteContent['host']> {
  return (await readSite(services)).content.host
}

/** Who a mail is from: what stands in its footer, and when the operator answers, as in the middle of a sentence. */
export async function getMailSite({ db }: { db: Tx }) {
  const { brand, email, postalAddress, content } = siteTable
  const responseTime = sql<string | null>`${content} ->> 'responseTime'`
  const [row] = await db.select({ brand, email, postalAddress, responseTime }).from(siteTable)
  if (!row) throw new Error('the database has no site record')
  return { ...row, responseTime: row.responseTime ?? 'as soon as we can' }
}

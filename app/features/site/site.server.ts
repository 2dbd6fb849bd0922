import { sql } from 'drizzle-orm'
import { site as siteTable } from '#app/platform/db/schema.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { type SiteContent, type SiteView, siteContentSchema } from './site.ts'

async function readSite({ db }: Pick<Services, 'db'>) {
  const [row] = await db.select().from(siteTable)
  if (!row) throw new Error('the database has no site record')
  return { row, content: siteContentSchema.parse(row.content) }
}

/** The operator, for every page. */
export async function getSite(services: Pick<Services, 'db'>): Promise<SiteView> {
  const { row, content } = await readSite(services)
  const { home: _, host: __, ...shown } = content
  const social = row.socialName && row.socialUrl ? { name: row.socialName, url: row.socialUrl } : null
  return { ...shown, brand: row.brand, email: row.email, social }
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
export async function getMailSite({ db }: Pick<Services, 'db'>) {
  const { brand, email, postalAddress, content } = siteTable
  const responseTime = sql<string | null>`${content} ->> 'responseTime'`
  const [row] = await db.select({ brand, email, postalAddress, responseTime }).from(siteTable)
  if (!row) throw new Error('the database has no site record')
  return { ...row, responseTime: row.responseTime ?? 'as soon as we can' }
}

import { Hono } from 'hono'
import { hasCampaign } from '#app/features/giveaway/campaign.server.ts'
import { listPublishedPaths } from '#app/features/properties/properties.server.ts'
import { listLegalDocuments } from '#app/features/site/legal-documents.server.ts'
import type { Services } from '#app/platform/services.server.ts'

const PAGES = ['/', '/contact', '/host-with-us', '/newsletter']
const GIVEAWAY_PAGES = ['/staycation', '/staycation/rules']

/** The files that crawlers ask for. */
export function siteFiles(services: Services): Hono {
  const { siteUrl } = services.config
  return new Hono()
    .get('/robots.txt', (context) =>
      context.text(
        `User-agent: *\nAllow: /\nDisallow: /api/\nDisallow: /embed/book/\n\nSitemap: ${siteUrl}/sitemap.xml\n`,
      ),
    )
    .get('/sitemap.xml', async (context) => {
      const [homes, documents, giveaway] = await Promise.all([
        listPublishedPaths(services),
        listLegalDocuments(services),
        hasCampaign(services),
      ])
      const entries = [
        ...[...PAGES, ...(giveaway ? GIVEAWAY_PAGES : [])].map((path) => `  <url><loc>${siteUrl}${path}</loc></url>`),
        ...documents.map(
          ({ kind, effectiveOn }) => `  <url><loc>${siteUrl}/${kind}</loc><lastmod>${effectiveOn}</lastmod></url>`,
        ),
        ...homes.map(
          (home) => `  <url><loc>${siteUrl}${home.path}</loc><lastmod>${home.updatedAt.toISOString()}</lastmod></url>`,
        ),
      ]
      const body = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</urlset>\n`
      return context.body(body, 200, { 'content-type': 'application/xml; charset=utf-8' })
    })
}

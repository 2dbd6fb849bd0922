import { Hono } from 'hono'
import type { ServerBuild } from 'react-router'
import { FEATURES } from '#app/features/all-features.server.ts'
import type { SitemapPage } from '#app/platform/feature/define-feature.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { pathsOf } from './page-cache/page-match.ts'

/** `robots.txt` and the sitemap: every page with `sitemap` in its `handle`, and those that features name. None with `frame`. */
export function sitemap(services: Services, build: Pick<ServerBuild, 'routes'>): Hono {
  const { siteUrl } = services.config
  const frames = pathsOf(build, ({ frame }) => frame === true).map((path) => path.replace(/:.*/, ''))
  const disallowed = ['/api/', ...frames].map((path) => `Disallow: ${path}\n`).join('')
  return new Hono()
    .get('/robots.txt', (context) =>
      context.text(`User-agent: *\nAllow: /\n${disallowed}\nSitemap: ${siteUrl}/sitemap.xml\n`),
    )
    .get('/sitemap.xml', async (context) => {
      const urls = (await listUrls(services, build)).map(
        ({ path, lastmod }) =>
          `  <url><loc>${siteUrl}${path}</loc>${lastmod ? `<lastmod>${lastmod}</lastmod>` : ''}</url>`,
      )
      const body = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>\n`
      return context.body(body, 200, { 'content-type': 'application/xml; charset=utf-8' })
    })
}

async function listUrls(services: Services, build: Pick<ServerBuild, 'routes'>): Promise<SitemapPage[]> {
  const ofFeatures = await Promise.all(FEATURES.map(({ sitemap }): Promise<SitemapPage[]> => sitemap(services)))
  const pages = pathsOf(build, ({ sitemap }) => sitemap === true)
  return [...pages.map((path) => ({ path })), ...ofFeatures.flat()]
}

import { Hono } from 'hono'
import type { ServerBuild } from 'react-router'
import { hasGiveaway } from '#app/features/giveaway/giveaway.server.ts'
import { listPosts } from '#app/features/journal/journal.server.ts'
import { listPropertyPaths } from '#app/features/properties/properties.server.ts'
import { listLegalDocuments } from '#app/features/site/legal-documents.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { pathsOf } from './page-cache/page-match.ts'

/** `robots.txt` and the sitemap: every page with `sitemap` in its `handle`, and none with `frame`. */
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

async function listUrls(
  services: Services,
  build: Pick<ServerBuild, 'routes'>,
): Promise<{ path: string; lastmod?: string }[]> {
  const [properties, documents, posts, giveaway] = await Promise.all([
    listPropertyPaths(services),
    listLegalDocuments(services),
    listPosts(services),
    hasGiveaway(services),
  ])
  const pages = pathsOf(build, ({ sitemap }) => sitemap === true || (giveaway && sitemap === 'giveaway'))
  return [
    ...pages.map((path) => ({ path })),
    ...documents.map(({ kind, effectiveOn }) => ({ path: `/${kind}`, lastmod: effectiveOn })),
    ...properties.map(({ path, updatedAt }) => ({ path, lastmod: updatedAt.toISOString() })),
    ...[...listOf(posts), ...posts].map(({ path, changedAt }) => ({ path, lastmod: changedAt.toISOString() })),
  ]
}

/** The list of posts, which changes with any of them. None without a post. */
const listOf = (posts: { changedAt: Date }[]) =>
  posts
    .toSorted((one, other) => other.changedAt.getTime() - one.changedAt.getTime())
    .slice(0, 1)
    .map(({ changedAt }) => ({ path: '/journal', changedAt }))

import type { MetaDescriptor } from 'react-router'

/** The site's identity: what every page's metadata needs besides its own. */
export type SiteIdentity = {
  brand: string
  siteUrl: string
  defaultTitle: string
  defaultDescription: string
  /** Where the properties are, such as ` in Oak Creek, Colorado`; empty without any. */
  inPlaces: string
  /** The image for shared links to a page without its own. */
  shareImage: OgImage | null
}

/** The image of a shared link: its absolute URL, alternative text, and size in pixels. */
export type OgImage = { url: string; alt: string; width: number; height: number }

/** The content of the og-image of `page` (a path): text on a dark background, and a stored image. */
export type OgImageContent = {
  page: string
  image: string
  brand: string
  title: string
  line: string
  theme: 'mountain' | 'lake'
  /** The color of the brand's mark. */
  lit?: string | undefined
}

/** The metadata of a page. `path` is its canonical path without a query; keywords are optional. */
type PageMetadata = {
  title: string
  description: string
  path: string
  keywords?: string
  image?: OgImage | null
  noindex?: boolean
  /** Structured data: one script each. */
  schemas?: readonly StructuredData[]
}

/** An entity of schema.org, as JSON-LD. */
export type StructuredData = Record<string, unknown>

/**
 * The metadata of every page: title, description, canonical, robots, Open Graph, Twitter and structured data, as React
 * Router's descriptors. Each route returns its own, so it disappears when leaving the page.
 */
export function pageMetadata(site: SiteIdentity, page: PageMetadata): MetaDescriptor[] {
  const title = `${page.title} | ${site.brand}`
  const address = `${site.siteUrl}${page.path === '/' ? '/' : page.path.replace(/\/$/, '')}`
  const image = page.image ?? site.shareImage
  const tags: MetaDescriptor[] = [
    { title },
    { name: 'description', content: page.description },
    { name: 'robots', content: page.noindex ? 'noindex, nofollow' : 'index, follow' },
    { tagName: 'link', rel: 'canonical', href: address },
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: site.brand },
    { property: 'og:title', content: title },
    { property: 'og:description', content: page.description },
    { property: 'og:url', content: address },
    { name: 'twitter:card', content: image ? 'summary_large_image' : 'summary' },
    { name: 'twitter:title', content: title },
    { name: 'twitter:description', content: page.description },
  ]
  if (page.keywords) tags.push({ name: 'keywords', content: page.keywords })
  if (image) {
    const { url, width, height, alt } = image
    tags.push(
      { property: 'og:image', content: url },
      { property: 'og:image:width', content: `${width}` },
      { property: 'og:image:height', content: `${height}` },
      { property: 'og:image:alt', content: alt },
      { name: 'twitter:image', content: url },
      { name: 'twitter:image:alt', content: alt },
    )
  }
  for (const schema of page.schemas ?? []) tags.push({ 'script:ld+json': schema })
  return tags
}

/** The text of the not-found page, with homes and without. */
export const PAGE_NOT_FOUND = {
  heading: '404 Page Not Found',
  text: 'Did we forget this page in the router? Either way, it isn’t here. The homes are.',
  textWithoutProperties: 'Did we forget this page in the router? Either way, it isn’t here.',
}

/** The metadata of the not-found page and the error page: never indexed. */
export function errorMetadata(site: SiteIdentity, path: string, kind: 'missing' | 'broken'): MetaDescriptor[] {
  const title = kind === 'missing' ? 'Page Not Found - 404' : 'Something went wrong'
  const description =
    kind === 'missing'
      ? `This page isn’t here.${site.inPlaces && ` Explore the luxury rentals${site.inPlaces}.`}`
      : site.defaultDescription
  return pageMetadata(site, { title, description, path, noindex: true })
}

/** The metadata of a page without its own: the default title. */
export function defaultMetadata(site: SiteIdentity): MetaDescriptor[] {
  return [{ title: `${site.defaultTitle} | ${site.brand}` }, { name: 'description', content: site.defaultDescription }]
}

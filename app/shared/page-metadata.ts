import type { MetaDescriptor } from 'react-router'

/** Who the pages are by, and where: what every page's metadata needs beside its own. */
export type SiteIdentity = {
  brand: string
  siteUrl: string
  defaultTitle: string
  defaultDescription: string
  /** Where the homes are, in words. */
  places: string
  /** Shown beside a link to a page that has no picture of its own. */
  shareImage: OgImage | null
}

/** A picture beside a shared link: its whole address, its words, and its size in pixels. */
export type OgImage = { url: string; alt: string; width: number; height: number }

/** What a page says of itself. `path` is its canonical path without a query; keywords only when given. */
export type PageMetadata = {
  title: string
  description: string
  path: string
  keywords?: string
  image?: OgImage | null
  noindex?: boolean
  schema?: Record<string, unknown> | null
}

/**
 * The metadata of every page: title, description, canonical, robots, Open Graph, Twitter and structured
 * data, as React Router's descriptors. Each route gives its own, so leaving a page takes its metadata with it.
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
  if (page.schema) tags.push({ 'script:ld+json': page.schema })
  return tags
}

/** What a visitor reads where there is no page. */
export const PAGE_NOT_FOUND = {
  heading: '404 Page Not Found',
  text: 'Did we forget this page in the router? Either way, it is not here. The homes are.',
}

/** The metadata of the not-found page, and of one that broke: never indexed. */
export function errorMetadata(site: SiteIdentity, path: string, trouble: 'missing' | 'broken'): MetaDescriptor[] {
  const title = trouble === 'missing' ? 'Page Not Found - 404' : 'Something went wrong'
  const description =
    trouble === 'missing'
      ? `This page is not here. Explore the luxury rentals in ${site.places}.`
      : site.defaultDescription
  return pageMetadata(site, { title, description, path, noindex: true })
}

/** The metadata of a page that has none of its own: the default title, as after leaving any other page. */
export function defaultMetadata(site: SiteIdentity): MetaDescriptor[] {
  return [{ title: `${site.defaultTitle} | ${site.brand}` }, { name: 'description', content: site.defaultDescription }]
}

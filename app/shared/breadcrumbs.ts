import type { SiteIdentity, StructuredData } from './page-metadata.ts'

/** The way from the home page to a page, as schema.org's BreadcrumbList. The last page is the one that has it. */
export function breadcrumbs(
  { brand, siteUrl }: Pick<SiteIdentity, 'brand' | 'siteUrl'>,
  pages: { name: string; path: string }[],
): StructuredData {
  const way = [{ name: brand, path: '/' }, ...pages]
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: way.map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: siteUrl + path,
    })),
  }
}

import type { StructuredData } from '#app/shared/page-metadata.ts'
import type { SiteView } from './site.ts'

/** The operator and the site, as schema.org's Organization and WebSite. */
export function organizationSchemas(
  {
    brand,
    email,
    social,
    logo,
    defaultDescription,
  }: Pick<SiteView, 'brand' | 'email' | 'social' | 'logo' | 'defaultDescription'>,
  { siteUrl }: { siteUrl: string },
): StructuredData[] {
  const url = `${siteUrl}/`
  const organization = `${url}#organization`
  return [
    {
      '@context': 'https://schema.org',
      '@type': 'Organization',
      '@id': organization,
      name: brand,
      url,
      logo: `${siteUrl}${logo ?? '/icon-512.png'}`,
      email,
      ...(social && { sameAs: [social.url] }),
    },
    {
      '@context': 'https://schema.org',
      '@type': 'WebSite',
      name: brand,
      url,
      description: defaultDescription,
      inLanguage: 'en-US',
      publisher: { '@id': organization },
    },
  ]
}

import type { OgImage, SiteIdentity, StructuredData } from '#app/shared/page-metadata.ts'
import { teamName } from './journal.ts'

type Posting = {
  title: string
  excerpt: string
  path: string
  author: string
  tags: string[]
  publishedAt: Date
  changedAt: Date
  share: OgImage
}

/** A post, as schema.org's BlogPosting. Its author is a person, unless it is the team. */
export function blogPostingSchema(
  { title, excerpt, path, author, tags, publishedAt, changedAt, share }: Posting,
  { brand, siteUrl }: Pick<SiteIdentity, 'brand' | 'siteUrl'>,
): StructuredData {
  const publisher = { '@type': 'Organization', '@id': `${siteUrl}/#organization`, name: brand }
  return {
    '@context': 'https://schema.org',
    '@type': 'BlogPosting',
    headline: title,
    description: excerpt,
    image: share.url,
    datePublished: publishedAt.toISOString(),
    dateModified: changedAt.toISOString(),
    author: author === teamName(brand) ? publisher : { '@type': 'Person', name: author },
    publisher,
    mainEntityOfPage: siteUrl + path,
    inLanguage: 'en-US',
    ...(tags.length > 0 && { keywords: tags.join(', ') }),
  }
}

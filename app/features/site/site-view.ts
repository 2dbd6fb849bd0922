import type { SiteIdentity } from '#app/shared/page-metadata.ts'
import type { SiteContent } from './site.ts'

/** The operator as every page shows it; the home page's own copy comes with the home page. */
export type SiteView = Omit<SiteContent, 'home'> & {
  brand: string
  email: string
  social: { name: string; url: string } | null
}

/** What page metadata needs of the site. */
export function siteIdentity({ site, siteUrl }: { site: SiteView; siteUrl: string }): SiteIdentity {
  return {
    brand: site.brand,
    siteUrl,
    defaultTitle: site.defaultTitle,
    defaultDescription: site.defaultDescription,
    shareImage: site.sharePicture.path,
  }
}

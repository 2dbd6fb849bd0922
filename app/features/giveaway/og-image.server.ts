import type { OgImageContent } from '#app/features/media/media.ts'
import { litColor } from '#app/features/site/accent.ts'
import type { SiteView } from '#app/features/site/site.ts'
import type { Giveaway } from './giveaway.server.ts'

/** The content of the giveaway's og-image. */
export function giveawayOgImage(
  { name, image }: Pick<Giveaway, 'name' | 'image'>,
  { brand, ogImage, accent }: Pick<SiteView, 'brand' | 'ogImage' | 'accent'>,
): OgImageContent {
  return {
    page: '/staycation',
    title: name,
    line: 'No purchase necessary',
    theme: 'mountain',
    brand,
    lit: litColor(accent),
    image: image?.src ?? ogImage?.path ?? '',
  }
}

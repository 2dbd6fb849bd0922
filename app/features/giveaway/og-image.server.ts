import type { OgImageContent } from '#app/features/media/media.ts'
import type { SiteView } from '#app/features/site/site.ts'
import type { Giveaway } from './giveaway.server.ts'

/** The content of the giveaway's og-image. */
export function giveawayOgImage(
  { name, picture }: Pick<Giveaway, 'name' | 'picture'>,
  { brand, sharePicture }: Pick<SiteView, 'brand' | 'sharePicture'>,
): OgImageContent {
  return {
    page: '/staycation',
    title: name,
    line: 'No purchase necessary',
    place: 'mountain',
    brand,
    picture: picture?.src ?? sharePicture.path,
  }
}

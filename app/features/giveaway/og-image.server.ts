import { litColor } from '#app/features/site/accent.ts'
import { getSite } from '#app/features/site/site.server.ts'
import type { SiteView } from '#app/features/site/site.ts'
import type { Services } from '#app/platform/services.server.ts'
import type { OgImageContent } from '#app/shared/page-metadata.ts'
import { type Giveaway, getGiveaway } from './giveaway.server.ts'

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

export async function findGiveawayOgImage(services: Services): Promise<OgImageContent | null> {
  const giveaway = await getGiveaway(services)
  return giveaway && giveawayOgImage(giveaway, await getSite(services))
}

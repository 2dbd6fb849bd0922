import { litColor } from '#app/features/site/accent.ts'
import { getSite } from '#app/features/site/site.server.ts'
import type { SiteView } from '#app/features/site/site.ts'
import type { Services } from '#app/platform/services.server.ts'
import type { OgImageContent } from '#app/shared/page-metadata.ts'
import { getPost } from './journal.server.ts'
import type { PostCard } from './journal.ts'

/** The content of a post's og-image: its first photo, or the brand's. */
export function postOgImage(
  { path, title, category, image }: Pick<PostCard, 'path' | 'title' | 'category' | 'image'>,
  { brand, ogImage, accent }: Pick<SiteView, 'brand' | 'ogImage' | 'accent'>,
): OgImageContent {
  const drawn = { page: path, title, line: category || 'Journal', theme: 'mountain', brand } as const
  return { ...drawn, image: image?.src ?? ogImage?.path ?? '', lit: litColor(accent) }
}

export async function findPostOgImage(services: Services, slug: string): Promise<OgImageContent | null> {
  const post = await getPost(services, { slug })
  return post && postOgImage(post, await getSite(services))
}

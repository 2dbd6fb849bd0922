import type { OgImageContent } from '#app/features/media/media.ts'
import { litColor } from '#app/features/site/accent.ts'
import type { SiteView } from '#app/features/site/site.ts'
import type { PostCard } from './journal.ts'

/** The content of a post's og-image: its first photo, or the brand's. */
export function postOgImage(
  { path, title, category, image }: Pick<PostCard, 'path' | 'title' | 'category' | 'image'>,
  { brand, ogImage, accent }: Pick<SiteView, 'brand' | 'ogImage' | 'accent'>,
): OgImageContent {
  const drawn = { page: path, title, line: category || 'Journal', theme: 'mountain', brand } as const
  return { ...drawn, image: image?.src ?? ogImage?.path ?? '', lit: litColor(accent) }
}

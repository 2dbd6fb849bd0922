import type { ImageSource } from '#app/features/media/media.ts'

/** The homes that can stand below a post. */
export const MOST_PROPERTIES = 3

export const FEED_PATH = '/journal.atom'

export const feedTitle = (brand: string) => `Journal of ${brand}`

/** How a page names the feed, for feed readers. */
export const feedLink = (brand: string) => ({
  tagName: 'link' as const,
  rel: 'alternate',
  type: 'application/atom+xml',
  title: feedTitle(brand),
  href: FEED_PATH,
})

export const postPath = (slug: string) => `/journal/${slug}`

/** The author of a post that names nobody. */
export const teamName = (brand: string) => `The ${brand} team`

export type PostState = 'draft' | 'planned' | 'published'

/** The state of a post: a draft, planned for later, or published. */
export function postState({ publishedAt }: { publishedAt: Date | null }, now: Date): PostState {
  if (!publishedAt) return 'draft'
  return publishedAt > now ? 'planned' : 'published'
}

export type PostText = {
  title: string
  slug: string
  excerpt: string
  content: string
  author: string
  category: string
  tags: string[]
  propertyIds: string[]
}

/** A post as the list shows it. `on` is the day on which it was published, and `day` the same in words. */
export type PostCard = {
  slug: string
  path: string
  title: string
  category: string
  excerpt: string
  on: string
  day: string
  image: ImageSource | null
}

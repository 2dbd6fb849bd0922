import { and, asc, desc, eq, sql } from 'drizzle-orm'
import { findImages } from '#app/features/media/media.server.ts'
import { beginningOf } from '#app/features/site/markdown.server.ts'
import { getOperatorTimeZone } from '#app/features/site/operator-time-zone.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { dateInZone, formatDate } from '#app/shared/dates.ts'
import { blogPosts } from './journal.tables.server.ts'
import { type PostCard, postPath, postState } from './journal.ts'
import { postHtml } from './post-html.server.ts'

type ReadServices = Pick<Services, 'db' | 'cache' | 'clock'>

/** The length of the text that its excerpt is made of. */
const BEGINNING = 3000

const COLUMNS = {
  slug: blogPosts.slug,
  title: blogPosts.title,
  category: blogPosts.category,
  excerpt: blogPosts.excerpt,
  featuredImage: blogPosts.featuredImage,
  updatedAt: blogPosts.updatedAt,
  publishedAt: sql<Date>`${blogPosts.publishedAt}`.mapWith(blogPosts.publishedAt),
  beginning: sql<string>`left(${blogPosts.content}, ${BEGINNING})`,
}

/** Posts that show by now, and those that are planned, newest first. */
async function listAllPosts(services: ReadServices) {
  const timeZone = await getOperatorTimeZone(services)
  return services.cache.read(`journal ${timeZone}`, async () => {
    const rows = await services.db
      .select(COLUMNS)
      .from(blogPosts)
      .where(eq(blogPosts.published, true))
      .orderBy(desc(blogPosts.publishedAt), asc(blogPosts.slug))
    const images = await findImages(
      services,
      rows.flatMap(({ featuredImage }) => featuredImage ?? []),
    )
    return rows.map(({ featuredImage, beginning, excerpt, updatedAt, ...row }) => {
      const on = dateInZone(row.publishedAt, timeZone)
      return {
        ...row,
        path: postPath(row.slug),
        excerpt: excerpt || beginningOf(beginning),
        on,
        day: formatDate(on, 'long'),
        image: images.get(featuredImage ?? '') ?? null,
        changedAt: updatedAt > row.publishedAt ? updatedAt : row.publishedAt,
      }
    })
  })
}

/** The posts that guests read, newest first. */
export async function listPosts(services: ReadServices) {
  const now = services.clock.now()
  return (await listAllPosts(services)).filter((post) => postState(post, now) === 'published')
}

/** The posts as the list shows them. */
export async function listPostCards(services: ReadServices): Promise<PostCard[]> {
  return (await listPosts(services)).map(({ publishedAt: _, changedAt: __, ...card }) => card)
}

export const hasPosts = async (services: ReadServices): Promise<boolean> => (await listPosts(services)).length > 0

/** When the next planned post shows: pages with posts are outdated then. */
export async function getNextPostTime(services: ReadServices): Promise<Date | undefined> {
  const now = services.clock.now()
  const planned = (await listAllPosts(services)).filter((post) => postState(post, now) === 'planned')
  return planned.at(-1)?.publishedAt
}

/** A post that guests read, with its text; null if there is none. */
export async function getPost(services: ReadServices, { slug }: { slug: string }) {
  const shown = (await listPosts(services)).find((post) => post.slug === slug)
  if (!shown) return null
  const { content, author, tags, propertyIds } = blogPosts
  const read = await services.cache.read(`post ${slug}`, async () => {
    const [row] = await services.db
      .select({ content, author, tags, propertyIds, lead: blogPosts.excerpt })
      .from(blogPosts)
      .where(and(eq(blogPosts.slug, slug), eq(blogPosts.published, true)))
    return row ? { ...row, html: await postHtml(services, row.content) } : null
  })
  return read && { ...shown, ...read }
}

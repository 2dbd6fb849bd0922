import { eq, sql } from 'drizzle-orm'
import type { PreviewSubject } from '#app/platform/feature/define-feature.server.ts'
import { blogPosts } from '../journal.tables.server.ts'
import { postPath } from '../journal.ts'

/** A post shows as if it were published now. */
export async function showPost({ services: { db, clock }, subjectId: id = '' }: PreviewSubject) {
  const now = clock.now()
  const shown = {
    published: true,
    publishedAt: sql`least(${blogPosts.publishedAt}, ${now.toISOString()}::timestamptz)`,
  }
  const [post] = await db.update(blogPosts).set(shown).where(eq(blogPosts.id, id)).returning({ slug: blogPosts.slug })
  return postPath(post?.slug ?? '')
}

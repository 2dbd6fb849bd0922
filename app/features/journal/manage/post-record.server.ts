import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { imagesIn } from '#app/features/site/markdown.server.ts'
import type { ListStore } from '#app/platform/change/record-list.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { slugOf } from '#app/shared/slug.ts'
import { isUuid } from '#app/shared/uuid.ts'
import { blogPosts } from '../journal.tables.server.ts'
import type { PostText } from '../journal.ts'

/** The typed text of a post, from its row. */
export function textOf(row: PostText): PostText {
  const { title, slug, excerpt, content, author, category, tags, propertyIds } = row
  return { title, slug, excerpt, content, author, category, tags, propertyIds }
}

/** The same, as History has it. */
export const postSchema = z.object({
  title: z.string(),
  slug: z.string(),
  excerpt: z.string(),
  content: z.string(),
  author: z.string(),
  category: z.string(),
  tags: z.array(z.string()),
  propertyIds: z.array(z.string()),
})

/** The same for the database. The first photo stands for the post wherever it has one. */
const columnsOf = (text: PostText, now: Date) => ({
  ...text,
  featuredImage: imagesIn(text.content)[0] ?? null,
  updatedAt: now,
})

/** The addresses of all posts, by their ids. Nobody else changes a post until the transaction ends. */
export async function lockJournal(tx: Tx): Promise<Map<string, string>> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('journal', 0))`)
  const rows = await tx.select({ id: blogPosts.id, slug: blogPosts.slug }).from(blogPosts)
  return new Map(rows.map(({ id, slug }) => [slug, id]))
}

/** A post, and the owner of each address. Null if it is gone. */
export async function lockPost(tx: Tx, id: string) {
  const slugs = await lockJournal(tx)
  const [row] = isUuid(id) ? await tx.select().from(blogPosts).where(eq(blogPosts.id, id)) : []
  return row ? { id, row, slugs } : null
}

type LockedPost = NonNullable<Awaited<ReturnType<typeof lockPost>>>

export const postStore: ListStore<LockedPost, PostText> = {
  lock: lockPost,
  read: ({ row }) => textOf(row),
  async add(tx, text, { id, now }) {
    const columns = { ...columnsOf(text, now), ...(id ? { id } : { createdAt: now }) }
    const [made] = await tx.insert(blogPosts).values(columns).returning({ id: blogPosts.id })
    if (!made) throw new Error('the post was not stored')
    return made.id
  },
  async change(tx, { id }, text, { now }) {
    await tx.update(blogPosts).set(columnsOf(text, now)).where(eq(blogPosts.id, id))
  },
  async remove(tx, { id }) {
    await tx.delete(blogPosts).where(eq(blogPosts.id, id))
  },
}

/** An address that no post has, from the title of a new one: `first-snow`, or `first-snow-2`. */
export function freeSlug(title: string, taken: ReadonlyMap<string, unknown>): string {
  const slug = slugOf(title) || 'post'
  let tried = slug
  for (let number = 2; taken.has(tried); number += 1) tried = `${slug}-${number}`
  return tried
}

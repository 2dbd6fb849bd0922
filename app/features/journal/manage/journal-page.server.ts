import { asc, desc, eq } from 'drizzle-orm'
import { listPropertyNames } from '#app/features/properties/properties.server.ts'
import { getOperatorTimeZone } from '#app/features/site/operator-time-zone.server.ts'
import { versionOf } from '#app/platform/change/version.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { formatMomentWithYear } from '#app/shared/dates-with-year.ts'
import { blogPosts } from '../journal.tables.server.ts'
import { postPath, postState } from '../journal.ts'
import { textOf } from './post-record.server.ts'

/** More than this are not listed. */
const MOST_POSTS = 500

type Page = Pick<Services, 'db' | 'cache' | 'clock'>
type Row = Pick<typeof blogPosts.$inferSelect, 'id' | 'title' | 'slug' | 'publishedAt' | 'updatedAt'>

function shown({ id, title, slug, publishedAt, updatedAt }: Row, timeZone: string, now: Date) {
  const state = postState({ publishedAt }, now)
  const moment = formatMomentWithYear(publishedAt ?? updatedAt, timeZone)
  const standing = {
    draft: `Draft, changed ${moment}`,
    planned: `Planned for ${moment}`,
    published: `Published ${moment}`,
  }
  return { id, title, path: postPath(slug), state, standing: standing[state] }
}

/** All posts, the latest first. */
export async function listJournal(services: Page) {
  const timeZone = await getOperatorTimeZone(services)
  const now = services.clock.now()
  const { id, title, slug, publishedAt, updatedAt, createdAt } = blogPosts
  const rows = await services.db
    .select({ id, title, slug, publishedAt, updatedAt })
    .from(blogPosts)
    .orderBy(desc(createdAt), asc(id))
    .limit(MOST_POSTS)
  return rows.map((row) => shown(row, timeZone, now))
}

/** A post with its text. Null if there is none. */
export async function getJournalPost(services: Page, id: string) {
  const [row] = await services.db.select().from(blogPosts).where(eq(blogPosts.id, id))
  if (!row) return null
  const timeZone = await getOperatorTimeZone(services)
  const text = textOf(row)
  return { ...shown(row, timeZone, services.clock.now()), text, version: versionOf(text), timeZone }
}

export type JournalPost = NonNullable<Awaited<ReturnType<typeof getJournalPost>>>

/** The homes that can stand below a post. */
export async function listPropertiesToShow(services: Page) {
  const properties = await listPropertyNames(services)
  return properties.filter(({ status }) => status === 'published').map(({ id, name }) => ({ id, name }))
}

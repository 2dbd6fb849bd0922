import { eq, sql } from 'drizzle-orm'
import type { $ZodType } from 'zod/v4/core'
import { giveawayChanges } from '#app/features/giveaway/manage/giveaway.changes.server.ts'
import { postPath } from '#app/features/journal/journal.ts'
import { postChanges } from '#app/features/journal/manage/journal.changes.server.ts'
import { contentChanges } from '#app/features/properties/manage/content.changes.server.ts'
import { homePageChanges } from '#app/features/properties/manage/page/home-page.changes.server.ts'
import { contentChanges as siteChanges } from '#app/features/site/manage/content.changes.server.ts'
import { seenAt } from '#app/features/site/manage/site-parts.ts'
import type { Change } from '#app/platform/change/change.server.ts'
import { blogPosts, giveaways, properties } from '#app/platform/db/schema.server.ts'
import type { Services } from '#app/platform/services.server.ts'

/** The services that see what the form made, and its id if it is new. */
type Made = { services: Pick<Services, 'db' | 'clock'>; subjectId: string | undefined }

/** A page of the back office whose forms have a preview. */
type Previewed = {
  /** Its address. */
  form: string
  changes: Record<string, Change<$ZodType, never>>
  /** The path of the guests’ page that shows it. It follows from the form’s address, its intent, and what was made. */
  seenAt(params: Readonly<Record<string, string>>, intent: string, made: Made): string | Promise<string>
  /** What else is done before the page is shown. It is taken back like the change. */
  prepare?(services: Pick<Services, 'db'>): Promise<void>
}

/** Until guests see a home, the home page only says that the site opens soon. What is typed shows once they do. */
async function showDrafts({ db }: Pick<Services, 'db'>) {
  if ((await db.$count(properties, eq(properties.listed, true))) > 0) return
  await db.update(properties).set({ status: 'published' }).where(eq(properties.status, 'draft'))
}

/** A post shows as if it were published now. */
async function showPost({ services: { db, clock }, subjectId: id = '' }: Made) {
  const now = clock.now()
  const shown = {
    published: true,
    publishedAt: sql`least(${blogPosts.publishedAt}, ${now.toISOString()}::timestamptz)`,
  }
  const [post] = await db.update(blogPosts).set(shown).where(eq(blogPosts.id, id)).returning({ slug: blogPosts.slug })
  return postPath(post?.slug ?? '')
}

/** Every page of the back office whose forms have a preview. */
export const PREVIEWED: readonly Previewed[] = [
  {
    form: '/admin/site/:page',
    changes: siteChanges,
    seenAt: ({ page = '' }, intent) => seenAt(page, intent),
    prepare: showDrafts,
  },
  {
    form: '/admin/homes/:slug/page',
    changes: { ...contentChanges, ...homePageChanges },
    seenAt: ({ slug = '' }) => `/property/${encodeURIComponent(slug)}`,
  },
  {
    form: '/admin/giveaway',
    changes: giveawayChanges,
    seenAt: (_, intent) => (intent === 'rules' ? '/staycation/rules' : '/staycation'),
    prepare: async ({ db }) => void (await db.update(giveaways).set({ draft: false }).where(eq(giveaways.draft, true))),
  },
  { form: '/admin/journal', changes: postChanges, seenAt: (_, __, made) => showPost(made) },
  {
    form: '/admin/journal/:post',
    changes: postChanges,
    seenAt: ({ post }, _, { services }) => showPost({ services, subjectId: post }),
  },
]

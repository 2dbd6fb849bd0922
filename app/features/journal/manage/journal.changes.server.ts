import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { markdownProblem } from '#app/features/site/markdown.server.ts'
import { getOperatorTimeZone } from '#app/features/site/operator-time-zone.server.ts'
import type { Undo, Values } from '#app/platform/change/audit.server.ts'
import { isRefusal, type Posted, type Refusal, refuse } from '#app/platform/change/change.server.ts'
import { defineChange } from '#app/platform/change/define.server.ts'
import { editChange } from '#app/platform/change/edit.server.ts'
import { checkedField, optionalField } from '#app/platform/change/fields.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { blogPosts } from '#app/platform/db/schema.server.ts'
import { canonical } from '#app/shared/canonical.ts'
import { formatMomentWithYear } from '#app/shared/dates-with-year.ts'
import type { FactFields } from '#app/shared/declared-facts.ts'
import { boundedText } from '#app/shared/input/bounded-text.ts'
import { slugOf } from '#app/shared/slug.ts'
import { instantOfWallTime, isWallTime } from '#app/shared/wall-time.ts'
import { MOST_HOMES, type PostText, postState } from '../journal.ts'
import { columnsOf, freeSlug, type LockedPost, lockJournal, lockPost, textOf } from './post-record.server.ts'

const POST: FactFields = {
  title: { label: 'Title', kind: 'line' },
  slug: { label: 'Address', kind: 'path', under: '/journal/' },
  excerpt: { label: 'Summary', kind: 'text' },
  content: { label: 'Text', kind: 'text' },
  category: { label: 'Category', kind: 'line' },
  tags: { label: 'Tags', kind: 'lines' },
  author: { label: 'Author', kind: 'line' },
  propertyIds: { label: 'Homes', kind: 'homes' },
}

const short = (max: number) => boundedText(max, `Please keep this to ${max.toLocaleString('en-US')} characters`).trim()
const optional = (max: number) => optionalField(short(max)).transform((typed) => typed ?? '')

const fields = {
  title: short(150).min(1, 'Please enter a title'),
  slug: optional(100).transform(slugOf),
  excerpt: optional(300),
  content: short(50_000).min(1, 'Please enter a text'),
  category: optional(40),
  tags: optional(200).transform((typed) => [...new Set(typed.split(',').map((tag) => tag.trim()))].filter(Boolean)),
  author: short(80).min(1, 'Please say who wrote it'),
  propertyIds: checkedField(z.guid()).refine((ids) => ids.length <= MOST_HOMES, 'Please choose three homes at most'),
}
const postForm = z.object(fields)
const ofOne = z.object({ id: z.guid() })

const GONE = 'This post is gone. Somebody else may have removed it.'
const NO_MOMENT = 'Please choose a date and a time'
const SKIPPED = 'The clocks are set forward past this time. Please choose another one.'
const TAKEN = 'Another post has this address'
const LINKED = 'Links lead to this address. Take the post back to a draft to change it.'

const wordsOf = ({ content, ...typed }: z.output<typeof postForm>): PostText => ({
  ...typed,
  content: content.replaceAll('\r\n', '\n'),
})

const lockOne = (tx: Tx, _: Posted, { id }: { id: string }) => lockPost(tx, id)
const refused = (message: string) => ({ ok: false as const, message })
const titleIn = ({ before, after }: Values) => ((after ?? before) as { title: string }).title

/** Takes the writing, changing, or removing of a text back, where it is still as it was left. */
const undoText: Undo = async (tx, services, { subjectId: id, before, after }) => {
  const post = await lockPost(tx, id)
  if (canonical(post && textOf(post.row)) !== canonical(after ?? null))
    return refused('The post was changed again since.')
  const earlier = before as PostText | null
  if (!earlier) {
    if (post?.row.published) return refused('The post was published since. Take it back first.')
    return void (await tx.delete(blogPosts).where(eq(blogPosts.id, id)))
  }
  if (post?.row.published && post.row.slug !== earlier.slug) return refused(LINKED)
  const owner = (post?.slugs ?? (await lockJournal(tx))).get(earlier.slug)
  if (owner !== undefined && owner !== id) return refused(`${TAKEN} by now.`)
  const columns = columnsOf(earlier, services.clock.now())
  if (post) await tx.update(blogPosts).set(columns).where(eq(blogPosts.id, id))
  else await tx.insert(blogPosts).values({ id, ...columns })
}

type Shown = { title: string; shows?: string; undo: { publishedAt: string | null } }

const shownFrom = ({ title }: { title: string }, publishedAt: Date | null): Shown => ({
  title,
  undo: { publishedAt: publishedAt?.toISOString() ?? null },
})

const setMoment = (tx: Tx, id: string, publishedAt: Date | null) =>
  tx
    .update(blogPosts)
    .set({ publishedAt, published: publishedAt !== null })
    .where(eq(blogPosts.id, id))

/** Lets a post show, or not, as before. */
const undoShown: Undo = async (tx, _services, { subjectId: id, before, after }) => {
  const post = await lockPost(tx, id)
  if (!post) return refused(GONE)
  const [was, is] = [before as Shown, after as Shown].map(({ undo }) => undo.publishedAt)
  if ((post.row.publishedAt?.toISOString() ?? null) !== is)
    return refused('The post was published or taken back since.')
  await setMoment(tx, id, was ? new Date(was) : null)
}

/** What becomes of a post with what was typed. */
function judgeText(
  text: PostText,
  { row, slugs, problem }: LockedPost & { problem: string | null },
): PostText | Refusal {
  if (problem) return refuse(400, '', { content: problem })
  const slug = text.slug || row.slug
  if (slug === row.slug) return { ...text, slug }
  if (row.published) return refuse(409, '', { slug: LINKED })
  return slugs.has(slug) ? refuse(409, '', { slug: TAKEN }) : { ...text, slug }
}

/** From when on a post shows; without a time, from now on. */
function momentOf(wall: string | undefined, timeZone: string, now: Date): Date | Refusal {
  if (wall === undefined) return now
  const moment = instantOfWallTime(wall, timeZone)
  if (!moment) return refuse(400, '', { at: SKIPPED })
  return moment > now ? moment : refuse(400, '', { at: 'This moment has passed. Leave it empty to publish now.' })
}

/** What the pages of the journal change. */
export const postChanges = {
  draft: defineChange({
    scope: 'content:write',
    name: 'journal.drafted',
    words: (values) => `Post “${titleIn(values)}” drafted`,
    facts: POST,
    undo: undoText,
    once: 'journal-drafts',
    form: postForm.extend({ key: z.guid() }),
    run: async (tx, { key: _, ...typed }, { now }) => {
      const problem = await markdownProblem(tx, typed.content)
      if (problem) return refuse(400, '', { content: problem })
      const slugs = await lockJournal(tx)
      if (slugs.has(typed.slug)) return refuse(409, '', { slug: TAKEN })
      const after = { ...wordsOf(typed), slug: typed.slug || freeSlug(typed.title, slugs) }
      const row = { ...columnsOf(after, now), createdAt: now }
      const [made] = await tx.insert(blogPosts).values(row).returning({ id: blogPosts.id })
      const id = made?.id ?? ''
      return { subjectId: id, before: null, after, answer: { to: `/admin/journal/${id}` } }
    },
  }),
  text: editChange({
    scope: 'content:write',
    name: 'journal.changed',
    words: (values) => `Post “${titleIn(values)}” changed`,
    facts: POST,
    undo: undoText,
    form: postForm.extend(ofOne.shape),
    gone: GONE,
    lock: async (tx, _, { id, content }) => {
      const post = await lockPost(tx, id)
      return post && { ...post, problem: await markdownProblem(tx, content) }
    },
    value: ({ row }) => textOf(row),
    edit: ({ id: _, ...typed }, __, { subject }) => judgeText(wordsOf(typed), subject),
    lines: ({ title, content }) => [title, ...content.split('\n').filter(Boolean)],
    store: async (tx, { row }, text, { clock }) => {
      await tx.update(blogPosts).set(columnsOf(text, clock.now())).where(eq(blogPosts.id, row.id))
    },
    about: ({ row }) => ({ subjectId: row.id, timeZone: 'UTC' }),
  }),
  publish: defineChange({
    scope: 'content:write',
    name: 'journal.published',
    facts: { title: { label: 'Title', kind: 'line' }, shows: { label: 'Shows from', kind: 'line' } },
    words: (values) => {
      const { title, shows } = values.after as Shown
      return shows ? `Post “${title}” planned for ${shows}` : `Post “${title}” published`
    },
    undo: undoShown,
    form: ofOne.extend({ at: optionalField(boundedText(20, NO_MOMENT).refine(isWallTime, NO_MOMENT)) }),
    prepare: async ({ services }) => ({ timeZone: await getOperatorTimeZone(services) }),
    lock: lockOne,
    gone: GONE,
    version: ({ row }) => ({ value: textOf(row), lines: [row.title, row.content], timeZone: 'UTC' }),
    run: async (tx, { id, at }, { subject: { row }, prepared: { timeZone }, now }) => {
      if (postState(row, now) === 'published') return refuse(409, 'Guests read this post already.')
      const moment = momentOf(at, timeZone, now)
      if (isRefusal(moment)) return moment
      const problem = await markdownProblem(tx, row.content)
      if (problem) return refuse(409, problem)
      await setMoment(tx, id, moment)
      const shows = at && formatMomentWithYear(moment, timeZone)
      return {
        subjectId: id,
        before: shownFrom(row, row.publishedAt),
        after: { ...shownFrom(row, moment), ...(shows && { shows }) },
      }
    },
  }),
  'take-back': defineChange({
    scope: 'content:write',
    name: 'journal.taken-back',
    words: (values) => `Post “${titleIn(values)}” taken back to a draft`,
    facts: { title: { label: 'Title', kind: 'line' }, shows: { label: 'Shows from', kind: 'line' } },
    undo: undoShown,
    form: ofOne,
    lock: lockOne,
    gone: GONE,
    run: async (tx, { id }, { subject: { row } }) => {
      if (!row.published) return null
      await setMoment(tx, id, null)
      return { subjectId: id, before: shownFrom(row, row.publishedAt), after: shownFrom(row, null) }
    },
  }),
  remove: defineChange({
    scope: 'content:write',
    name: 'journal.removed',
    words: (values) => `Draft “${titleIn(values)}” of a post removed`,
    facts: POST,
    undo: undoText,
    form: ofOne,
    lock: lockOne,
    gone: GONE,
    run: async (tx, { id }, { subject: { row } }) => {
      if (row.published) return refuse(409, 'Guests read this post, or will. Take it back to a draft first.')
      await tx.delete(blogPosts).where(eq(blogPosts.id, id))
      return { subjectId: id, before: textOf(row), after: null, answer: { to: '/admin/journal' } }
    },
  }),
}

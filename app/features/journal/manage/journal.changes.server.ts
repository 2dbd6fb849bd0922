import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { markdownInput, markdownProblem } from '#app/features/site/markdown.server.ts'
import { getOperatorTimeZone } from '#app/features/site/operator-time-zone.server.ts'
import type { Posted } from '#app/platform/change/change.server.ts'
import { defineChange } from '#app/platform/change/define.server.ts'
import { checkedField, optionalField } from '#app/platform/change/fields.server.ts'
import { recordList } from '#app/platform/change/record-list.server.ts'
import { fromRecorded, undoFrom } from '#app/platform/change/recorded.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { formatMomentWithYear } from '#app/shared/dates-with-year.ts'
import type { FactFields } from '#app/shared/declared-facts.ts'
import { boundedText } from '#app/shared/input/bounded-text.ts'
import { isRefusal, type Refusal, refuse } from '#app/shared/refusal.ts'
import { slugOf } from '#app/shared/slug.ts'
import { instantOfWallTime, isWallTime } from '#app/shared/wall-time.ts'
import { blogPosts } from '../journal.tables.server.ts'
import { MOST_PROPERTIES, type PostText, postState } from '../journal.ts'
import { freeSlug, lockJournal, lockPost, postSchema, postStore, textOf } from './post-record.server.ts'

const POST: FactFields = {
  title: { label: 'Title', kind: 'line' },
  slug: { label: 'Address', kind: 'path', under: '/journal/' },
  excerpt: { label: 'Summary', kind: 'text' },
  content: { label: 'Text', kind: 'text' },
  category: { label: 'Category', kind: 'line' },
  tags: { label: 'Tags', kind: 'lines' },
  author: { label: 'Author', kind: 'line' },
  propertyIds: { label: 'Homes', kind: 'properties' },
}

const short = (max: number) => boundedText(max, `Please keep this to ${max.toLocaleString('en-US')} characters`).trim()
const optional = (max: number) => optionalField(short(max)).transform((typed) => typed ?? '')

const postForm = z.object({
  title: short(150).min(1, 'Please enter a title'),
  slug: optional(100).transform(slugOf),
  excerpt: optional(300),
  content: markdownInput,
  category: optional(40),
  tags: optional(200).transform((typed) => [...new Set(typed.split(',').map((tag) => tag.trim()))].filter(Boolean)),
  author: short(80).min(1, 'Please say who wrote it'),
  propertyIds: checkedField(z.guid()).refine(
    (ids) => ids.length <= MOST_PROPERTIES,
    'Please choose three homes at most',
  ),
})
const ofOne = z.object({ id: z.guid() })

const GONE = 'This post is gone. Somebody else may have removed it.'
const NO_MOMENT = 'Please choose a date and a time'
const SKIPPED = 'The clocks are set forward past this time. Please choose another one.'
const TAKEN = 'Another post has this address'
const LINKED = 'Links lead to this address. Unpublish the post to change it.'
const PUBLISHED = 'Guests read this post, or will. Unpublish first.'
const PUBLISHED_SINCE = 'The post was published since. Take it back first.'

const lockOne = (tx: Tx, _: Posted, { id }: { id: string }) => lockPost(tx, id)
const posts = recordList({
  scope: 'content:write',
  schema: postSchema,
  form: postForm,
  facts: POST,
  lines: ({ title, content }: PostText) => [title, ...content.split('\n').filter(Boolean)],
  store: postStore,
  gone: GONE,
  changed: 'The post was changed again since.',
  complete: async (tx, text, post) => ({
    ...text,
    slug: text.slug || (post ? post.row.slug : freeSlug(text.title, await lockJournal(tx))),
  }),
  check: async (tx, { id, row: post, value: text, isUndo }) => {
    const isPublished = post?.row.published === true
    if (!text) return isPublished ? refuse('refused', isUndo ? PUBLISHED_SINCE : PUBLISHED) : null
    const problem = isUndo ? null : await markdownProblem(tx, text.content)
    if (problem) return refuse('invalid-input', '', { content: problem })
    if (isPublished && post.row.slug !== text.slug) return refuse('refused', '', { slug: LINKED })
    const owner = (post?.slugs ?? (await lockJournal(tx))).get(text.slug)
    return owner !== undefined && owner !== id ? refuse('refused', '', { slug: TAKEN }) : null
  },
})

const shownSchema = z.object({
  title: z.string(),
  shows: z.string().optional(),
  undo: z.object({ publishedAt: z.iso.datetime().nullable() }),
})
type Shown = z.output<typeof shownSchema>
const SHOWN = { before: shownSchema, after: shownSchema }

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
const undoShown = undoFrom(SHOWN, async (tx, _services, { subjectId: id, before, after }) => {
  const post = await lockPost(tx, id)
  if (!post) return refuse('refused', GONE)
  const [was, is] = [before, after].map(({ undo }) => undo.publishedAt)
  if ((post.row.publishedAt?.toISOString() ?? null) !== is)
    return refuse('refused', 'The post was published or taken back since.')
  await setMoment(tx, id, was ? new Date(was) : null)
  return undefined
})

/** From when on a post shows; without a time, from now on. */
function momentOf(wall: string | undefined, timeZone: string, now: Date): Date | Refusal {
  if (wall === undefined) return now
  const moment = instantOfWallTime(wall, timeZone)
  if (!moment) return refuse('invalid-input', '', { at: SKIPPED })
  return moment > now
    ? moment
    : refuse('invalid-input', '', { at: 'This moment has passed. Leave it empty to publish now.' })
}

export const postChanges = {
  draft: posts.addOnce('journal-drafts', {
    name: 'journal.drafted',
    words: ({ title }) => `Post “${title}” drafted`,
    to: (id) => `/admin/journal/${id}`,
  }),
  text: posts.change({ name: 'journal.changed', words: ({ title }) => `Post “${title}” changed` }),
  publish: defineChange({
    scope: 'content:write',
    name: 'journal.published',
    facts: { title: { label: 'Title', kind: 'line' }, shows: { label: 'Shows from', kind: 'line' } },
    words: fromRecorded({ after: shownSchema }, ({ after: { title, shows } }) =>
      shows ? `Post “${title}” planned for ${shows}` : `Post “${title}” published`,
    ),
    undo: undoShown,
    form: ofOne.extend({ at: optionalField(boundedText(20, NO_MOMENT).refine(isWallTime, NO_MOMENT)) }),
    prepare: async ({ services }) => ({ timeZone: await getOperatorTimeZone(services) }),
    lock: lockOne,
    gone: GONE,
    version: ({ row }) => ({ value: textOf(row), lines: [row.title, row.content], timeZone: 'UTC' }),
    run: async (tx, { id, at }, { subject: { row }, prepared: { timeZone }, now }) => {
      if (postState(row, now) === 'published') return refuse('refused', 'Guests read this post already.')
      const moment = momentOf(at, timeZone, now)
      if (isRefusal(moment)) return moment
      const problem = await markdownProblem(tx, row.content)
      if (problem) return refuse('refused', problem)
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
    name: 'journal.unpublished',
    words: fromRecorded({ after: shownSchema }, ({ after }) => `Post “${after.title}” unpublished`),
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
  remove: posts.remove({
    name: 'journal.removed',
    words: ({ title }) => `Draft “${title}” of a post removed`,
    to: '/admin/journal',
  }),
}

import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { defineRecord } from '#app/platform/change/record-change.server.ts'
import { formOf } from '#app/platform/change/record-form.server.ts'
import { fromRecorded } from '#app/platform/change/recorded.server.ts'
import { versionOf } from '#app/platform/change/version.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { refuse } from '#app/shared/refusal.ts'
import { isUuid } from '#app/shared/uuid.ts'
import { stayReviews, withheldReasons } from '../reviews.tables.server.ts'
import { ANSWER_FIELDS, WITHHELD } from './managed-reviews.ts'

type Row = typeof stayReviews.$inferSelect
/** The operators' decision about a review. */
const decidedSchema = z.object({
  isPublished: z.boolean(),
  withheldReason: z.enum(withheldReasons).nullable(),
  answer: z.string().nullable(),
})
type Decided = z.output<typeof decidedSchema>
const RECORDED = { before: decidedSchema, after: decidedSchema }

export const decidedOf = ({ publishedAt, withheldReason, answer }: Row): Decided => ({
  isPublished: publishedAt !== null,
  withheldReason,
  answer,
})

/** The version that an operator who publishes a review must have seen. */
export const publishVersionOf = ({ images, withheldReason }: Pick<Row, 'images' | 'withheldReason'>) =>
  versionOf({ images, withheldReason })

async function lockReview(tx: Tx, id: string): Promise<Row | null> {
  const isIt = eq(stayReviews.bookingId, id)
  const [row] = isUuid(id) ? await tx.select().from(stayReviews).where(isIt).for('update') : []
  return row ?? null
}

const words = fromRecorded(RECORDED, ({ before: was, after: is }) => {
  if (is.withheldReason && !was.withheldReason) return 'Review withheld'
  if (is.isPublished && !was.isPublished) return 'Review published'
  return is.answer === was.answer ? 'Review changed' : 'Answer to a review changed'
})

const stateWords = ({ isPublished, withheldReason }: Decided) => {
  if (withheldReason) return WITHHELD[withheldReason]
  return isPublished ? 'published' : 'not yet published'
}

const facts = fromRecorded(RECORDED, ({ before, after }) => {
  const said = (decided: Decided) => [stateWords(decided), decided.answer].filter(Boolean).join('\n')
  return [{ name: 'Review', before: said(before), after: said(after) }]
})

const review = defineRecord({
  scope: 'content:write',
  name: 'review.changed',
  words,
  facts,
  gone: 'This review is gone.',
  lock: (tx, { id }) => lockReview(tx, id),
  read: decidedOf,
  store: async (tx, { bookingId, publishedAt }: Row, { isPublished, ...decided }, { clock }) => {
    await tx
      .update(stayReviews)
      .set({ ...decided, publishedAt: isPublished ? (publishedAt ?? clock.now()) : null })
      .where(eq(stayReviews.bookingId, bookingId))
  },
  restore: {
    schema: decidedSchema,
    find: (tx, _, subjectId) => lockReview(tx, subjectId),
    changed: 'This was changed again since.',
  },
  about: ({ bookingId, propertyId }) => ({ subjectId: bookingId, propertyIds: [propertyId], timeZone: 'UTC' }),
})

const UNSEEN =
  'The guest has added a photo since, or somebody has withheld the review. Nothing was changed: look at it again.'

/** The changes of the page of reviews. None is left out for being bad. */
export const reviewChanges = {
  publish: review.press({
    form: z.object({}),
    make: (_, decided, { subject, version, isRolledBack }) =>
      isRolledBack || publishVersionOf(subject) === version
        ? { ...decided, isPublished: true, withheldReason: null }
        : refuse('refused', UNSEEN),
  }),
  withhold: review.press({
    form: z.object({ reason: z.enum(withheldReasons, 'Please choose a reason') }),
    make: ({ reason }, decided) => ({ ...decided, isPublished: false, withheldReason: reason }),
  }),
  answer: review.change({
    lines: (decided) => [stateWords(decided), decided.answer ?? 'No answer'],
    form: formOf(ANSWER_FIELDS),
    make: (typed, decided) => ({ ...decided, ...typed }),
  }),
}

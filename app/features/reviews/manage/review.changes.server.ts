import { eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Posted } from '#app/platform/change/change.server.ts'
import { editChange, restorePart } from '#app/platform/change/edit.server.ts'
import { fromRecorded } from '#app/platform/change/recorded.server.ts'
import { versionOf } from '#app/platform/change/version.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { boundedText } from '#app/shared/input/bounded-text.ts'
import { refuse } from '#app/shared/refusal.ts'
import { isUuid } from '#app/shared/uuid.ts'
import { stayReviews, withheldReasons } from '../reviews.tables.server.ts'
import { WITHHELD } from './managed-reviews.ts'

type Row = typeof stayReviews.$inferSelect
/** What operators decide about a review. */
const decidedSchema = z.object({
  isPublished: z.boolean(),
  withheldFor: z.enum(withheldReasons).nullable(),
  answer: z.string().nullable(),
})
type Decided = z.output<typeof decidedSchema>
const RECORDED = { before: decidedSchema, after: decidedSchema }

export const decidedOf = ({ publishedAt, withheldFor, answer }: Row): Decided => ({
  isPublished: publishedAt !== null,
  withheldFor,
  answer,
})

/** Of what whoever publishes a review must have seen. */
export const publishVersionOf = ({ images, withheldFor }: Pick<Row, 'images' | 'withheldFor'>) =>
  versionOf({ images, withheldFor })

async function lockReview(tx: Tx, id: string): Promise<Row | null> {
  const isIt = eq(stayReviews.bookingId, id)
  const [row] = isUuid(id) ? await tx.select().from(stayReviews).where(isIt).for('update') : []
  return row ?? null
}

async function store(tx: Tx, row: Row, { isPublished, withheldFor, answer }: Decided, now: Date): Promise<void> {
  const publishedAt = isPublished ? (row.publishedAt ?? now) : null
  await tx.update(stayReviews).set({ publishedAt, withheldFor, answer }).where(eq(stayReviews.bookingId, row.bookingId))
}

const words = fromRecorded(RECORDED, ({ before: was, after: is }) => {
  if (is.withheldFor && !was.withheldFor) return 'Review withheld'
  if (is.isPublished && !was.isPublished) return 'Review published'
  return is.answer === was.answer ? 'Review changed' : 'Answer to a review changed'
})

const stateWords = ({ isPublished, withheldFor }: Decided) => {
  if (withheldFor) return WITHHELD[withheldFor]
  return isPublished ? 'published' : 'not yet published'
}

const facts = fromRecorded(RECORDED, ({ before, after }) => {
  const said = (decided: Decided) => [stateWords(decided), decided.answer].filter(Boolean).join('\n')
  return [{ name: 'Review', before: said(before), after: said(after) }]
})

const part = {
  gone: 'This review is gone.',
  value: decidedOf,
  store: (tx: Tx, row: Row, decided: Decided, { clock }: Pick<Services, 'clock'>) =>
    store(tx, row, decided, clock.now()),
}

const shared = {
  ...part,
  scope: 'content:write',
  name: 'review.changed',
  words,
  facts,
  undo: restorePart(part, {
    schema: decidedSchema,
    find: (tx, _, subjectId) => lockReview(tx, subjectId),
    changed: 'This was changed again since.',
  }),
  lock: (tx: Tx, _: Posted, { id }: { id: string }) => lockReview(tx, id),
  about: ({ bookingId, propertyId }: Row) => ({ subjectId: bookingId, propertyIds: [propertyId], timeZone: 'UTC' }),
} as const

const UNSEEN =
  'The guest has added a photo since, or somebody has withheld the review. Nothing was changed: look at it again.'

const ofOne = { id: z.guid() }

/** What the page of the reviews changes. None is left out for being bad. */
export const reviewChanges = {
  publish: editChange({
    ...shared,
    form: z.object(ofOne),
    edit: (_, decided, { subject, version, isRolledBack }) =>
      isRolledBack || publishVersionOf(subject) === version
        ? { ...decided, isPublished: true, withheldFor: null }
        : refuse('refused', UNSEEN),
  }),
  withhold: editChange({
    ...shared,
    form: z.object({ ...ofOne, reason: z.enum(withheldReasons, 'Please choose a reason') }),
    edit: ({ reason }, decided) => ({ ...decided, isPublished: false, withheldFor: reason }),
  }),
  answer: editChange({
    ...shared,
    lines: (decided) => [stateWords(decided), decided.answer ?? 'No answer'],
    form: z.object({ ...ofOne, answer: boundedText(2000, 'Please keep this to 2,000 characters').trim() }),
    edit: ({ answer }, decided) => ({ ...decided, answer: answer || null }),
  }),
}

import type { ImageSource } from '#app/features/media/media.ts'
import { OR_NULL, type RecordFields } from '#app/shared/record-fields.ts'

/** The only reasons for which a review is withheld: it is none, or it may not be shown. */
export const WITHHELD = {
  'not-the-guest': 'It isn’t by the guest of the stay',
  'personal-data': 'It has personal data of others',
  unlawful: 'It threatens, insults, or breaks the law in another way',
  'not-the-stay': 'It isn’t about the stay or the home',
} as const

export const ANSWER_FIELDS: RecordFields<{ answer: string | null }> = {
  answer: { kind: 'text', label: 'Your answer, shown below the review', max: 2000, rows: 4, ...OR_NULL },
}

/** A review as operators see it. */
export type ManagedReview = {
  id: string
  reference: string
  property: string
  author: string
  stars: number
  body: string
  stayedIn: string
  /** `coming`: it is shown automatically from `on`. */
  state: 'coming' | 'published' | 'withheld'
  on: string
  withheldReason: keyof typeof WITHHELD | null
  answer: string | null
  images: ImageSource[]
  /** The version of the photos: a guest may add one meanwhile. */
  version: string
  /** The version of the decision, with the answer. */
  answerVersion: string
}

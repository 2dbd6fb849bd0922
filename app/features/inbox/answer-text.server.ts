import { blanksLeft } from '#app/features/bookings/moments.ts'
import { boundedText } from '#app/shared/input/bounded-text.ts'
import { type Refusal, refuse } from '#app/shared/refusal.ts'

/** The operator's text to a person. */
export const answerText = (missing: string) =>
  boundedText(20_000, 'Please keep this to 20,000 characters').trim().min(1, missing)

/** A blank of a saved answer that nothing was written in place of; null for none. */
export function blankIn(text: string): Refusal | null {
  const [blank] = blanksLeft(text)
  return blank === undefined
    ? null
    : refuse('invalid-input', '', { text: `Please write something in place of {${blank}}` })
}

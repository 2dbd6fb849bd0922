import { placeholdersLeft } from '#app/features/bookings/moments.ts'
import { boundedText } from '#app/shared/input/bounded-text.ts'
import { type Refusal, refuse } from '#app/shared/refusal.ts'

/** The operator's text to a person. */
export const answerText = (missing: string) =>
  boundedText(20_000, 'Please keep this to 20,000 characters').trim().min(1, missing)

/** A placeholder of a saved answer that nothing was written in place of; null for none. */
export function placeholderIn(text: string): Refusal | null {
  const [placeholder] = placeholdersLeft(text)
  return placeholder === undefined
    ? null
    : refuse('invalid-input', '', { text: `Please write something in place of {${placeholder}}` })
}

import { type MessageText, placeholderProblem } from '#app/features/bookings/moments.ts'
import { CHECK_FIELDS } from '#app/shared/problem.ts'
import { type Refusal, refuse } from '#app/shared/refusal.ts'

/** The text to store; or a refusal, if one of its placeholders cannot be filled. */
export function parseMessageText({ subject, body }: MessageText): MessageText | Refusal {
  const problems = { subject: placeholderProblem(subject, 'subject'), body: placeholderProblem(body, 'body') }
  const wrong = Object.entries(problems).flatMap(([field, words]) => (words ? [[field, words]] : []))
  if (wrong.length > 0) return refuse('invalid-input', CHECK_FIELDS, Object.fromEntries(wrong))
  return { subject, body }
}

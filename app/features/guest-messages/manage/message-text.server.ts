import { blankProblem, type MessageText } from '#app/features/bookings/moments.ts'
import { boundedText } from '#app/shared/input/bounded-text.ts'
import { CHECK_FIELDS } from '#app/shared/problem.ts'
import { type Refusal, refuse } from '#app/shared/refusal.ts'

/** The typed text of a message, for the site, a home, or one guest. */
export const messageTextFields = {
  subject: boundedText(150, 'Please keep this to 150 characters').trim().min(1, 'Please enter a subject'),
  body: boundedText(5000, 'Please keep this to 5,000 characters').trim().min(1, 'Please enter a text'),
}

/** A paragraph of an email of the site; empty for none. */
export const paragraphField = boundedText(2000, 'Please keep this to 2,000 characters').trim()

/** The text to store; or a refusal, if one of its blanks cannot be filled. */
export function parseMessageText({ subject, body }: MessageText): MessageText | Refusal {
  const problems = { subject: blankProblem(subject, 'subject'), body: blankProblem(body, 'body') }
  const wrong = Object.entries(problems).flatMap(([field, words]) => (words ? [[field, words]] : []))
  if (wrong.length > 0) return refuse('invalid-input', CHECK_FIELDS, Object.fromEntries(wrong))
  return { subject, body: body.replaceAll('\r\n', '\n') }
}

import type { ReviewState } from '#app/features/bookings/manage/managed-stay.ts'
import { countOf } from '#app/shared/words.ts'
import type { ListedMessage } from './managed-messages.ts'

/** How far the review of a stay is, by its stars and the message that asks for it. */
export function reviewStateOf(stars: number | null, messages: readonly ListedMessage[]): ReviewState {
  if (stars !== null) return { detail: countOf(stars, 'star'), isWritten: true }
  const ask = messages.find(({ moment }) => moment === 'review')
  if (ask?.state !== 'sent' && ask?.state !== 'coming' && ask?.state !== 'next') return null
  const [day] = ask.at.split(/, \d{4},/)
  return { detail: `${ask.state === 'sent' ? 'asked' : 'ask'} ${day}`, isWritten: false }
}

import { type Refusal, refuse } from '#app/shared/refusal.ts'

const WORDS = {
  'no-giveaway': 'This giveaway is gone by now.',
  'still-open': 'The giveaway is still open. Freeze the entries after it closes.',
  'no-entries': 'No one entered this giveaway, so there’s nothing to draw.',
  'no-seed-source': 'Name the public source of the seed before it can be known.',
  'already-frozen': 'The entries are already frozen. Next comes the seed.',
  'not-frozen': 'First freeze the entries, then enter the seed.',
  'bad-seed': 'This seed doesn’t have the form that was published.',
  'seed-too-early': 'The rules name a drawing that is still to come.',
  'seed-known': 'The seed has already been entered and can’t be changed.',
  'nobody-left': 'Everyone who entered has been drawn.',
  'not-written': 'You haven’t written to the winner yet. Do that first, and wait for the answer.',
  'has-answered': 'The winner has answered. Please choose another reason.',
  'not-late': 'The winner still has time to answer.',
  'not-erased': 'The entry is still stored. Erase it first, under Personal data.',
  'has-code': 'The winner has a prize code. First end it under Promo codes, and cancel the stay if there is one.',
}

export type DrawReason = keyof typeof WORDS
export type DrawRefusal = Refusal<DrawReason>

const FIELDS: Partial<Record<DrawReason, string>> = {
  'no-seed-source': 'seedSource',
  'bad-seed': 'seed',
  'seed-too-early': 'seed',
  'not-written': 'reason',
  'has-answered': 'reason',
  'not-late': 'reason',
  'not-erased': 'reason',
}

/** Why a step of a draw is not done. */
export function refuseDraw(reason: DrawReason, words: string = WORDS[reason]): DrawRefusal {
  const field = FIELDS[reason]
  return refuse(reason, words, field === undefined ? undefined : { [field]: words })
}

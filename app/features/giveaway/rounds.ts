/** Why another winner was drawn: for the operator who chooses it, and as everybody reads it. */
export const REPLACED = {
  'no-answer': { choice: 'No answer in time', words: 'The winner didn’t answer in time' },
  declined: { choice: 'The winner declined', words: 'The winner declined the prize' },
  'not-eligible': { choice: 'Not eligible under the rules', words: 'The winner wasn’t eligible under the rules' },
  erased: { choice: 'Asked to be deleted', words: 'The winner asked us to delete the entry' },
}
export type ReplacedReason = keyof typeof REPLACED

/** The answer of a winner, and its deadline. */
type Answered = {
  writtenAt: Date | null
  answerBy: Date | null
  answer: 'accepted' | 'declined' | null
  replacedReason: ReplacedReason | null
}

/** The state of a winner's answer. `over`: it comes too late. */
type AnswerState = 'open' | 'accepted' | 'declined' | 'over'

export function answerState({ answerBy, answer, replacedReason }: Answered, now: Date): AnswerState {
  if (replacedReason) return 'over'
  return answer ?? (answerBy && now < answerBy ? 'open' : 'over')
}

/** The operator's next step for the last drawn winner. */
export type WinnerStep = 'write' | 'wait' | 'draw-again' | 'make-code' | 'done'

/** `hasEntry`: the entry of the winner was not erased. */
export function stepOf(
  round: (Answered & { promoCode: string | null }) | null,
  { hasEntry, now }: { hasEntry: boolean; now: Date },
): WinnerStep {
  if (round?.promoCode) return 'done'
  if (!hasEntry) return 'draw-again'
  if (!round?.writtenAt) return 'write'
  const steps = { open: 'wait', accepted: 'make-code', declined: 'draw-again', over: 'draw-again' } as const
  return steps[answerState(round, now)]
}

/** The code with which a winner books the prize. Its dates are texts. */
export type PrizeCode = {
  code: string
  property: string
  /** The page on which it is booked. */
  path: string
  nights: number | null
  stayFrom: string | null
  stayUntil: string | null
  bookUntil: string | null
}

/** The terms of a code, as rows of a table. */
export function prizeCodeRows({ code, property, nights, stayFrom, stayUntil, bookUntil }: PrizeCode) {
  const between = [stayFrom && `from ${stayFrom}`, stayUntil && `to ${stayUntil}`].filter(Boolean).join(' ')
  const rows: [name: string, value: string][] = [
    ['Code', code],
    ['Home', property],
    ['Nights', [nights && `Up to ${nights}`, between].filter(Boolean).join(', ')],
    ['Book by', bookUntil ?? ''],
  ]
  return rows.filter(([, value]) => value !== '')
}

export type WinnerPage = {
  giveaway: string
  prize: string
  name: string
  publicName: string
  state: AnswerState
  answerBy: string | null
  isNamed: boolean
  code: PrizeCode | null
}

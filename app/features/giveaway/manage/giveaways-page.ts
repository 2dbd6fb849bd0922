import type { Cents } from '#app/shared/money.ts'
import type { Phase } from '../giveaway.ts'
import type { ReplacedReason, WinnerStep } from '../rounds.ts'
import type { SeedKind } from '../seed.ts'
import type { Page, Rules } from './giveaway-record.ts'
import type { EntriesShown } from './look-alikes.ts'

/** Whom a round has drawn; no entry once it was deleted. */
type Winner = {
  round: number
  line: number
  entry: { fullName: string; email: string; phone: string; state: string } | null
  replacedReason: ReplacedReason | null
}

/** The state of the last drawn winner. */
export type LastWinner = {
  step: WinnerStep
  /** When the winner was written to, and until when to answer, as texts. */
  written: string | null
  answerBy: string | null
  answer: 'accepted' | 'declined' | null
  isNamed: boolean
  code: string | null
  /** Why the last email to them came back; null if none did, or they declined. */
  bounced: string | null
  /** The initial input of the form of the code. */
  prize: { property: string | undefined; nights: number | undefined; bookUntil: string }
}

export type ManagedDraw = {
  id: string
  lines: number
  tickets: number
  seed: string | null
  seedSource: string
  seedKind: SeedKind
  /** From when on the seed is taken, as text; null once it is. */
  seedFrom: string | null
  rounds: number
  /** When the list was frozen, as text. */
  frozen: string
  winners: Winner[]
  /** Null before the draw. */
  last: LastWinner | null
}

export const MOST_PRIZE_NIGHTS = 28
export const LONGEST_ANSWER_DAYS = 60

/** The homes that a prize may be a stay at, and the requested one. Its value is null without prices. */
export type Prizes = {
  properties: { slug: string; name: string }[]
  chosen: { property: string; nights: number; words: string; value: Cents | null } | null
}

/** A giveaway as the back office shows it. */
export type ManagedGiveaway = {
  id: string
  rules: Rules
  page: Page
  draw: ManagedDraw | null
  /** How many people entered, and how many entries they have. */
  entrants: number
  total: number
  /** Null if they were not requested, or without access to contact data. */
  entries: EntriesShown | null
  /** When entries open and close, as text. */
  opens: string
  closes: string
  phase: Phase
  /** Guests do not see it, and nobody can enter. */
  isDraft: boolean
  /** Whether it is the one that guests see. */
  isShown: boolean
  /** Whether it is the one that they would see with its draft opened. */
  isPreviewed: boolean
  rulesVersion: string
  versions: { rules: string; page: string }
  /** Why its rules stay as they are. */
  locked: string | null
}

import type { Phase } from '../giveaway.ts'
import type { SeedKind } from '../seed.ts'
import type { Page, Rules } from './giveaway-record.ts'

/** Whom a round has drawn; no entry once it was deleted. */
type Winner = { round: number; line: number; entry: { fullName: string; email: string; phone: string } | null }

export type ManagedDraw = {
  id: string
  lines: number
  tickets: number
  seed: string | null
  seedSource: string
  seedKind: SeedKind
  rounds: number
  /** When the list was frozen, as text. */
  frozen: string
  winners: Winner[]
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

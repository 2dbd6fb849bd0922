import { FEATURES } from '#app/features/all-features.server.ts'
import type { AuditRow, ScopedWords, Undo, Values } from '#app/platform/change/audit.server.ts'
import { NOT_ALLOWED } from '#app/platform/change/change.server.ts'
import { historyOf } from '#app/platform/change/define.server.ts'
import type { Operator } from '#app/platform/http/operator-access.server.ts'
import { type Fact, factsOf, type Known } from '#app/shared/declared-facts.ts'
import { may } from '#app/shared/may.ts'
import { capitalized } from '#app/shared/words.ts'

type Changes = (typeof FEATURES)[number]['changes'][number]

/** Every change that operators make, by feature. */
export const ALL_CHANGES = FEATURES.flatMap(({ changes }): readonly Changes[] => changes)

/** How History has every change that is recorded, by its name. */
export const HISTORY = historyOf(ALL_CHANGES) satisfies Record<string, ScopedWords>

/** The names of all changes. */
export type ChangeName = keyof typeof HISTORY

type Recorded = Values & { action: string }

/** Null for a name that an earlier version recorded. */
const wordsFor = (action: string): ScopedWords | null =>
  Object.hasOwn(HISTORY, action) ? HISTORY[action as ChangeName] : null

/** The words of a name that an earlier version recorded, or of a subject: `Cleaner link revoked`. */
export const nameWords = (name: string): string => capitalized(name.replaceAll(/[-.]/g, ' '))

/** For an erased person, the records are emptied and stay. A change that declares no facts records nothing. */
function isErased({ action, before, after }: Recorded): boolean {
  const facts = wordsFor(action)?.facts ?? {}
  const isDeclared = typeof facts === 'function' || Object.keys(facts).length > 0
  return isDeclared && before === null && after === null
}

export function changeWords(change: Recorded): string {
  const { action, before, after } = change
  const words = wordsFor(action)?.words ?? nameWords(action)
  if (typeof words === 'string') return words
  return (isErased(change) ? null : words({ before, after })) ?? nameWords(action)
}

/** The facts before and after a change, as it declares them. Unchanged values are left out. */
export function changeFacts({ action, ...values }: Recorded, known?: Known): Fact[] {
  if (isErased({ action, ...values })) return []
  const facts = wordsFor(action)?.facts ?? {}
  return typeof facts === 'function' ? (facts(values) ?? []) : factsOf(facts, values, known)
}

/** Whether undoing a change requires a recent sign-in. The change itself requires the same. */
export const confirmsUndo = ({ action }: Pick<AuditRow, 'action'>): boolean => wordsFor(action)?.confirms ?? false

/** How a recorded change is undone. A text says why it cannot be, or not by this operator; it may be empty. */
export function undoOf(recorded: Pick<AuditRow, 'action' | 'before' | 'after'>, by: Operator): Undo | string {
  const { action, before } = recorded
  const change = wordsFor(action)
  if (change && !may(by, change.scope)) return NOT_ALLOWED.message
  if (typeof change?.undo === 'function' && isErased(recorded)) return 'What it recorded is erased.'
  if (!change?.ifRecorded) return change?.undo ?? ''
  return (before as { undo?: unknown } | null)?.undo ? change.undo : 'The guest was told, or money moved.'
}

import type { Fact, FactField, FactFields } from '#app/shared/declared-facts.ts'
import type { Refusal } from '#app/shared/refusal.ts'
import type { Scope } from '#app/shared/roles.ts'
import type { Tx } from '../db/database.server.ts'
import type { Operator } from '../http/operator-access.server.ts'
import type { Services } from '../services.server.ts'
import { audit } from './change.tables.server.ts'

type AuditEntry = {
  /** Absent for a command on the server. */
  by?: Operator
  /** As `subject.verb`. */
  action: string
  subjectId: string
  /** The homes that were changed; not needed for a booking, which names its home itself. */
  propertyIds?: readonly string[]
  /** The values that Undo needs and History shows, but for a key `undo`. Amounts are in cents. */
  before?: unknown
  after?: unknown
  reason?: string | null
  /** The change that this one undoes. */
  undoes?: string
  at: Date
}

/** A recorded change. */
export type AuditRow = typeof audit.$inferSelect

/**
 * Undoes a recorded change, in the transaction of its own record. A refusal rolls everything back, also if something
 * builds on the change since.
 */
export type Undo = (
  tx: Tx,
  services: Services,
  change: AuditRow,
  /** The operator who undoes it. */
  by: Operator,
) => Promise<Refusal | undefined>

/** The recorded values of a change: anything that JSON holds. */
export type Values = { before: unknown; after: unknown }

/** How History describes a change, and how Undo reverts it. */
export type HistoryWords = {
  /** The sentence of History and of the bar after the change. Null: it was recorded in an unknown format. */
  words: string | ((values: Values) => string | null)
  /**
   * The values recorded as `before` and `after`: a label and a kind for each, or the words themselves. A key `undo` of
   * both is not shown.
   */
  facts: FactFields | FactField | ((values: Values) => Fact[] | null)
  /** How it is undone; or, in a sentence for the operator, why it cannot be. */
  undo: Undo | string
  /** It can be undone only if it recorded how, as `before.undo`: not once mail was sent or money moved. */
  ifRecorded?: true
  /** The scope that an operator needs, if it differs from that of the whole change. */
  scope?: Scope
}

/** The same, with the scope and the fresh sign-in that the change requires. Its undo requires the same. */
export type ScopedWords = HistoryWords & { scope: Scope; confirms: boolean }

/** The subject of a change: the first word of its name. */
export const subjectOf = (action: string): string => action.slice(0, action.indexOf('.'))

/** Records who did what, in the transaction of the change. Returns the id of the record, for `changedPath`. */
export async function recordAudit(
  tx: Tx,
  { by, action, subjectId, propertyIds, before, after, reason, undoes, at }: AuditEntry,
): Promise<string> {
  const who = { operatorId: by?.id ?? null, operatorName: by?.name ?? null, operatorRole: by?.id ? by.role : null }
  const what = {
    action,
    subject: subjectOf(action),
    subjectId,
    propertyIds: [...(propertyIds ?? [])],
    before,
    after,
    reason,
    undoes,
  }
  const [row] = await tx
    .insert(audit)
    .values({ ...who, ...what, happenedAt: at })
    .returning({ id: audit.id })
  if (!row) throw new Error('the change was not recorded')
  return row.id
}

import type { Tx } from './db/database.server.ts'
import { audit } from './db/schema.server.ts'
import type { Operator } from './http/operator-access.server.ts'

type AuditEntry = {
  /** Absent for a command on the server. */
  by?: Operator
  /** What was done, as `subject.verb`: `booking.confirmed`. */
  action: `${string}.${string}`
  subjectId: string
  before?: unknown
  after?: unknown
  reason?: string | null
  at: Date
}

/** Records who did what, in the transaction of the change. */
export async function recordAudit(
  tx: Tx,
  { by, action, subjectId, before, after, reason, at }: AuditEntry,
): Promise<void> {
  const subject = action.slice(0, action.indexOf('.'))
  const who = { operatorId: by?.id ?? null, operatorName: by?.name ?? null }
  await tx.insert(audit).values({ ...who, action, subject, subjectId, before, after, reason, happenedAt: at })
}

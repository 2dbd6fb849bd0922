import { eq } from 'drizzle-orm'
import { type Refusal, refuse } from '#app/shared/refusal.ts'
import { isUuid } from '#app/shared/uuid.ts'
import type { Tx } from '../db/database.server.ts'
import { errorCode, retryTransaction } from '../db/retry.server.ts'
import { isJustConfirmed, type Operator } from '../http/operator-access.server.ts'
import type { Services } from '../services.server.ts'
import { type AuditRow, recordAudit, type Undo } from './audit.server.ts'
import { SIGN_IN_AGAIN } from './change.server.ts'
import { audit } from './change.tables.server.ts'
import { OTHER_FORM } from './recorded.server.ts'

/** The id of the undo’s own record, or why the change was not undone. */
export type UndoOutcome = { ok: true; id: string } | Refusal

type HowToUndo = { undoOf: (change: AuditRow) => Undo | string; confirms: (change: AuditRow) => boolean }

class Refused extends Error {}

/** The record has a value that its column no longer accepts: a data exception, or a missing required value. */
const NO_VALUE = /^(?:22...|23502)$/

/**
 * Undoes a recorded change, once, and records that. `undoOf` says how, or why not. `confirms` says whether an operator
 * who signed in long ago confirms the password first. `id` is that of the new record.
 */
export async function undoRecorded(
  services: Services,
  { id, by, undoOf, confirms }: { id: string; by: Operator } & HowToUndo,
): Promise<UndoOutcome> {
  if (!isUuid(id)) return refuse('not-found', 'There is no such change.')
  let refusal: UndoOutcome | undefined
  const undone = async (tx: Tx) => {
    // The lock makes the second press wait, and find the first.
    const [change] = await tx.select().from(audit).where(eq(audit.id, id)).for('update')
    const [already] = await tx.select({ id: audit.id }).from(audit).where(eq(audit.undoes, id))
    const undo = change && !change.undoes ? undoOf(change) : ''
    if (!change) refusal = refuse('not-found', 'There is no such change.')
    else if (already) refusal = refuse('refused', 'This was undone already.')
    else if (typeof undo === 'string') refusal = refuse('refused', `This can’t be undone. ${undo}`.trim())
    else if (confirms(change) && !isJustConfirmed(by, services.clock.now())) refusal = SIGN_IN_AGAIN
    if (!change || typeof undo === 'string' || refusal) throw new Refused()
    const refused = await undo(tx, services, change, by)
    if (refused) refusal = refuse('refused', `${refused.message} Nothing was changed.`)
    if (refused) throw new Refused()
    const { action, subjectId, propertyIds } = change
    const values = { before: change.after, after: change.before, undoes: id, at: services.clock.now() }
    return recordAudit(tx, { by, action, subjectId, propertyIds, ...values })
  }
  try {
    return { ok: true, id: await retryTransaction(() => services.db.transaction(undone)) }
  } catch (error) {
    if (refusal && error instanceof Refused) return refusal
    if (!NO_VALUE.test(errorCode(error) ?? '')) throw error
    services.log.error({ event: 'undo.other-form', err: error, id }, 'a recorded change does not fit the database')
    return refuse('refused', `${OTHER_FORM.message} Nothing was changed.`)
  }
}

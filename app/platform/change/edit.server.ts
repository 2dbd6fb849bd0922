import type { $ZodType, output } from 'zod/v4/core'
import { canonical } from '#app/shared/canonical.ts'
import type { Tx } from '../db/database.server.ts'
import { retryTransaction } from '../db/retry.server.ts'
import type { Services } from '../services.server.ts'
import { type AuditEntry, recordAudit, subjectOf } from './audit.server.ts'
import type { Change, Posted, Refusal } from './change.server.ts'
import { changedSinceWords, versionOf } from './version.server.ts'

/** A part of a record that operators edit as a whole, in a form that shows it. */
type Part<Form extends $ZodType, Subject, Value> = {
  form: Form
  /** Finds what the part belongs to, and locks it. Null if there is no such thing. */
  lock(tx: Tx, posted: Pick<Posted, 'services' | 'params'>, input: output<Form>): Promise<Subject | null>
  /** The part as it is stored. */
  value(subject: Subject): Value
  /** What becomes of the part. */
  edit(input: output<Form>, value: Value, posted: Posted): Value | Refusal
  /** What it says, a line each, for the second of two who change it. Absent where `edit` replaces nothing unseen. */
  lines?(value: Value): string[]
  store(tx: Tx, subject: Subject, value: Value, services: Services): Promise<void>
  /** How it is recorded: with the values before and after, unless it names others. */
  record(
    subject: Subject,
    after: Value,
  ): Pick<AuditEntry, 'action' | 'subjectId' | 'propertyIds' | 'before' | 'after'> & { timeZone: string }
}

const isRefusal = (value: unknown): value is Refusal => (value as Refusal | null)?.ok === false

/**
 * Stores an edited part with its record in History, in one transaction. Two who edit the same part: the second is
 * refused, reads what it says now, and keeps what was typed.
 */
export function editChange<Form extends $ZodType, Subject, Value>(part: Part<Form, Subject, Value>): Change<Form> {
  return {
    form: part.form,
    run: (posted, input) =>
      retryTransaction(() =>
        posted.services.db.transaction(async (tx) => {
          const subject = await part.lock(tx, posted, input)
          if (subject === null) return { ok: false, status: 404, message: 'This is gone by now.' }
          const before = part.value(subject)
          const after = part.edit(input, before, posted)
          if (isRefusal(after)) return after
          if (canonical(before) === canonical(after)) return { ok: true }
          const { timeZone, ...record } = part.record(subject, after)
          if (part.lines && versionOf(before) !== posted.version) {
            const about = {
              subject: subjectOf(record.action),
              subjectId: record.subjectId,
              timeZone,
              lines: part.lines(before),
            }
            return { ok: false, status: 409, message: await changedSinceWords(tx, about) }
          }
          await part.store(tx, subject, after, posted.services)
          const at = posted.services.clock.now()
          return { ok: true, id: await recordAudit(tx, { before, after, ...record, by: posted.by, at }) }
        }),
      ),
  }
}

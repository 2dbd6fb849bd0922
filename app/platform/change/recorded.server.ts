import { type $ZodType, type output, safeParse } from 'zod/v4/core'
import { refuse } from '#app/shared/refusal.ts'
import { isUuid } from '#app/shared/uuid.ts'
import type { AuditRow, Undo, Values } from './audit.server.ts'

/** The schemas of the recorded values. A value without a schema is passed on unchanged. */
type Recorded = { before?: $ZodType; after?: $ZodType }
type Read<Of extends Recorded> = {
  before: Of['before'] extends $ZodType ? output<Of['before']> : unknown
  after: Of['after'] extends $ZodType ? output<Of['after']> : unknown
}

function readRecorded<Of extends Recorded>(of: Of, { before, after }: Values): Read<Of> | null {
  const was = of.before ? safeParse(of.before, before) : { success: true, data: before }
  const is = of.after ? safeParse(of.after, after) : { success: true, data: after }
  return was.success && is.success ? ({ before: was.data, after: is.data } as Read<Of>) : null
}

/** Words or facts of a recorded change. Null for a row of another format: History then shows its name and its day. */
export const fromRecorded =
  <Of extends Recorded, Result>(of: Of, make: (values: Read<Of>) => Result) =>
  (values: Values): Result | null => {
    const read = readRecorded(of, values)
    return read && make(read)
  }

type ReadUndo<Of extends Recorded> = (
  tx: Parameters<Undo>[0],
  services: Parameters<Undo>[1],
  change: Omit<AuditRow, keyof Values> & Read<Of>,
  by: Parameters<Undo>[3],
) => ReturnType<Undo>

/** The message for an Undo of a row in another format. */
export const OTHER_FORM = refuse('refused', 'The site has changed its form since.')

/** Undoes a recorded change. A row of another format is refused. Its subject is a uuid, unless any text is allowed. */
export const undoFrom =
  <Of extends Recorded & { subject?: 'text' }>(of: Of, undo: ReadUndo<Of>): Undo =>
  async (tx, services, change, by) => {
    const read = of.subject === 'text' || isUuid(change.subjectId) ? readRecorded(of, change) : null
    return read ? undo(tx, services, { ...change, ...read }, by) : OTHER_FORM
  }

import type { $ZodType, output } from 'zod/v4/core'
import { canonical } from '#app/shared/canonical.ts'
import { isRefusal, type Refusal, refuse } from '#app/shared/refusal.ts'
import type { Scope } from '#app/shared/roles.ts'
import type { Tx } from '../db/database.server.ts'
import type { Operator } from '../http/operator-access.server.ts'
import type { Services } from '../services.server.ts'
import type { HistoryWords, Undo } from './audit.server.ts'
import type { Change, Posted } from './change.server.ts'
import { type ChangeResult, defineChange, type Named, type NamedWords } from './define.server.ts'
import { undoFrom } from './recorded.server.ts'

/** A part of a record that operators edit as a whole, in a form that shows it. */
type Part<Form extends $ZodType, Subject, Value> = {
  form: Form
  scope: Scope
  /** Finds what the part belongs to, and locks it. Null if there is no such thing. */
  lock(tx: Tx, posted: Posted, input: output<Form>): Promise<Subject | null>
  /** What the operator reads if it is gone. */
  gone?: string | undefined
  /** The part as it is stored. */
  value(subject: Subject): Value
  /** What becomes of the part. */
  edit(input: output<Form>, value: Value, posted: Posted & { subject: Subject }): Value | Refusal
  /** What it says, a line each, for the second of two who change it. Absent where `edit` replaces nothing unseen. */
  lines?: ((value: Value) => string[]) | undefined
  store(tx: Tx, subject: Subject, value: Value, services: Services): Promise<void>
}

/** How Undo brings the part back, if it is still as the change left it. */
type Restored<Subject, Value> = {
  /** What History has of the part. */
  schema: $ZodType<Value>
  /** Finds and locks what the part belongs to, by its id in History, which may be any text. Null if it is gone. */
  find(tx: Tx, services: Services, subjectId: string, value: Value): Promise<Subject | null>
  /** What the operator reads if the part was changed again. */
  changed: string
  /** Why it cannot be so anymore. */
  check?: ((value: Value, subject: Subject, of: { services: Services; by: Operator }) => string | null) | undefined
}

/** How it is recorded: with the values before and after, unless it names others. */
type About<Subject, Value, Result> = (subject: Subject, after: Value) => Result & { timeZone: string }

type NamedPart<Name extends string, Form extends $ZodType, Subject, Value> = Part<Form, Subject, Value> &
  (
    | (Omit<NamedWords<Name>, 'undo'> & { about: About<Subject, Value, ChangeResult> } & (
          | { restore: Restored<Subject, Value> }
          | { undo: HistoryWords['undo'] }
        ))
    | { names: Record<Name, HistoryWords>; about: About<Subject, Value, ChangeResult & Named<NoInfer<Name>>> }
  )

/** Two who edit the same part: the second is refused, reads what it says now, and keeps what was typed. */
export function editChange<Name extends string, Form extends $ZodType, Subject, Value>(
  part: NamedPart<Name, Form, Subject, Value>,
): Change<Form, never, Name> {
  const { value, edit, lines, store, about, ...rest } = part
  return defineChange<Name, Form, Subject>({
    // Whether there is one name or several, `about` says what `run` has to.
    ...(rest as NamedWords<Name> & Pick<typeof part, 'form' | 'scope' | 'lock'>),
    ...('restore' in part && { undo: restorePart(part, part.restore) }),
    version:
      lines &&
      ((subject) => {
        const stored = value(subject)
        return { value: stored, lines: lines(stored), timeZone: about(subject, stored).timeZone }
      }),
    run: async (tx, input, posted) => {
      const { subject } = posted
      const before = value(subject)
      const after = edit(input, before, posted)
      if (isRefusal(after)) return after
      if (canonical(before) === canonical(after)) return null
      await store(tx, subject, after, posted.services)
      const { timeZone: _, ...record } = about(subject, after)
      return { before, after, ...record }
    },
  })
}

/** The Undo of a part. Where several changes edit the same part, it is made once, and is the `undo` of each. */
export function restorePart<Subject, Value>(
  { gone, value, store }: Pick<Part<$ZodType, Subject, Value>, 'gone' | 'value' | 'store'>,
  { schema, find, changed, check }: Restored<Subject, Value>,
): Undo {
  return undoFrom({ subject: 'text', before: schema }, async (tx, services, { subjectId, before, after }, by) => {
    const subject = await find(tx, services, subjectId, before)
    if (!subject) return refuse('refused', gone ?? 'It is gone by now.')
    if (canonical(value(subject)) !== canonical(after)) return refuse('refused', changed)
    const problem = check?.(before, subject, { services, by })
    if (problem) return refuse('refused', problem)
    await store(tx, subject, before, services)
    return undefined
  })
}

import type { $ZodType, output } from 'zod/v4/core'
import { canonical } from '#app/shared/canonical.ts'
import type { Scope } from '#app/shared/roles.ts'
import type { Tx } from '../db/database.server.ts'
import type { Services } from '../services.server.ts'
import type { HistoryWords } from './audit.server.ts'
import { type Change, isRefusal, type Posted, type Refusal } from './change.server.ts'
import { defineChange, type Made, type Named, type NamedWords } from './define.server.ts'

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

/** How it is recorded: with the values before and after, unless it names others. */
type About<Subject, Value, Result> = (subject: Subject, after: Value) => Result & { timeZone: string }

type NamedPart<Name extends string, Form extends $ZodType, Subject, Value> = Part<Form, Subject, Value> &
  (
    | (NamedWords<Name> & { about: About<Subject, Value, Made> })
    | { names: Record<Name, HistoryWords>; about: About<Subject, Value, Made & Named<NoInfer<Name>>> }
  )

/** Two who edit the same part: the second is refused, reads what it says now, and keeps what was typed. */
export function editChange<Name extends string, Form extends $ZodType, Subject, Value>(
  part: NamedPart<Name, Form, Subject, Value>,
): Change<Form, never, Name> {
  const { value, edit, lines, store, about, ...rest } = part
  return defineChange<Name, Form, Subject>({
    // Whether there is one name or several, `about` says what `run` has to.
    ...(rest as NamedWords<Name> & Pick<typeof part, 'form' | 'scope' | 'lock'>),
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

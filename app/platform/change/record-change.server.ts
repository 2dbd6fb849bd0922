import { type $ZodType, type input, type output, safeParse } from 'zod/v4/core'
import { canonical } from '#app/shared/canonical.ts'
import { CHECK_FIELDS } from '#app/shared/problem.ts'
import { anyFields, type RecordFields, recordLines } from '#app/shared/record-fields.ts'
import { isRefusal, type Refusal, refuse } from '#app/shared/refusal.ts'
import type { Scope } from '#app/shared/roles.ts'
import type { Tx } from '../db/database.server.ts'
import type { Operator } from '../http/operator-access.server.ts'
import type { Services } from '../services.server.ts'
import type { HistoryWords, Undo } from './audit.server.ts'
import type { Change, Posted } from './change.server.ts'
import { type ChangeResult, defineChange, type Named, type NamedWords } from './define.server.ts'
import { formOf } from './record-form.server.ts'
import { undoFrom } from './recorded.server.ts'

/** A record, or a part of one, that several changes modify. */
type RecordParts<Subject, Value, Input> = {
  scope: Scope
  /** Finds and locks the owner of the part. Null if there is none. */
  lock(tx: Tx, posted: Posted, input: Input): Promise<Subject | null>
  /** The message if it is gone. */
  gone?: string | undefined
  /** The stored part. */
  read(subject: Subject): Value
  store(tx: Tx, subject: Subject, value: Value, services: Services): Promise<void>
}

/** How Undo restores the part, if it is unchanged since. */
type Restored<Subject, Value> = {
  /** The schema of the part in History. */
  schema: $ZodType<Value>
  /** Finds and locks the owner of the part, by its id in History, which may be any text. Null if it is gone. */
  find(tx: Tx, services: Services, subjectId: string, value: Value): Promise<Subject | null>
  /** The message if the part was changed again. */
  changed: string
  /** Why the earlier value cannot be restored anymore. */
  check?: (value: Value, subject: Subject, of: { services: Services; by: Operator }) => string | null
}

/** How it is recorded: with the values before and after, unless it names others. */
type AboutChange<Subject, Value, Result> = (subject: Subject, after: Value) => Result & { timeZone: string }

type RecordHistory<Name extends string, Subject, Value> =
  | (Omit<NamedWords<Name>, 'undo'> & { about: AboutChange<Subject, Value, ChangeResult> } & (
        | { restore: Restored<Subject, Value> }
        | { undo: HistoryWords['undo'] }
      ))
  | {
      names: Record<Name, HistoryWords>
      about: AboutChange<Subject, Value, ChangeResult & Named<NoInfer<Name>>>
    }

/** One change of a record. */
type Pressed<Form extends $ZodType, Subject, Value> = {
  form: Form
  /** Another way to find and lock the owner. */
  lock?: (tx: Tx, posted: Posted, input: output<Form>) => Promise<Subject | null>
  /** The new value of the part. */
  make(input: output<Form>, value: Value, posted: Posted & { subject: Subject }): Value | Refusal
}
type Shown<Form extends $ZodType, Subject, Value> = Pressed<Form, Subject, Value> & {
  /** Its current state, a line each, for the second of two operators who change it. */
  lines: (value: Value) => string[]
}

/** The changes of a record. Each is one of a page, by its `intent`. */
type DefinedRecord<Name extends string, Subject, Value, Input> = {
  /**
   * A form that shows the part. If two operators change it, the second is refused, reads the current state, and keeps
   * the input.
   */
  change<Form extends $ZodType<Input>>(step: Shown<Form, Subject, Value>): Change<Form, never, Name>
  /** A button, or a form, that replaces nothing unseen. */
  press<Form extends $ZodType<Input>>(step: Pressed<Form, Subject, Value>): Change<Form, never, Name>
}

/** The changes of a record, or of a part of one. They share their words in History and their Undo. */
export function defineRecord<Name extends string, Subject, Value, Input = unknown>(
  record: RecordParts<Subject, Value, Input> & RecordHistory<Name, Subject, Value>,
): DefinedRecord<Name, Subject, Value, Input> {
  const { read, store, about, ...rest } = record
  const named = { ...rest, ...('restore' in record && { undo: restoreRecord(record, record.restore) }) }
  const changeOf = <Form extends $ZodType>({ make, ...step }: Pressed<Form, Subject, Value>, lines?: LinesOf<Value>) =>
    defineChange<Name, Form, Subject>({
      // With one name or several, `about` returns what `run` needs.
      ...(named as unknown as NamedWords<Name> & Pick<Shown<Form, Subject, Value>, 'lock'> & { scope: Scope }),
      ...step,
      version:
        lines &&
        ((subject) => {
          const value = read(subject)
          return { value, lines: lines(value), timeZone: about(subject, value).timeZone }
        }),
      run: async (tx, input, posted) => {
        const { subject } = posted
        const before = read(subject)
        const after = make(input, before, posted)
        if (isRefusal(after)) return after
        if (canonical(before) === canonical(after)) return null
        await store(tx, subject, after, posted.services)
        const { timeZone: _, ...recorded } = about(subject, after)
        return { before, after, ...recorded }
      },
    })
  return { change: ({ lines, ...step }) => changeOf(step, lines), press: (step) => changeOf(step) }
}

type LinesOf<Value> = (value: Value) => string[]

function restoreRecord<Subject, Value>(
  { gone, read, store }: Pick<RecordParts<Subject, Value, never>, 'gone' | 'read' | 'store'>,
  { schema, find, changed, check }: Restored<Subject, Value>,
): Undo {
  return undoFrom({ subject: 'text', before: schema }, async (tx, services, { subjectId, before, after }, by) => {
    const subject = await find(tx, services, subjectId, before)
    if (!subject) return refuse('refused', gone ?? 'It is gone by now.')
    if (canonical(read(subject)) !== canonical(after)) return refuse('refused', changed)
    const problem = check?.(before, subject, { services, by })
    if (problem) return refuse('refused', problem)
    await store(tx, subject, before, services)
    return undefined
  })
}

/** The record of a part: by the page's address, by an id, or by the record of a change. */
type RecordOwner = Pick<Posted, 'params' | 'id'> & { subjectId?: string }

/** The subject in History. */
type About = { subjectId: string; propertyIds?: readonly string[]; timeZone: string }

type RecordPart<Name extends string, Schema extends $ZodType, Subject> = {
  /** In History, as `subject.verb`. */
  name: Name
  scope: Scope
  /** Its title where the change is named. */
  title: string
  schema: Schema
  fields: RecordFields<input<Schema>>
  /** Finds and locks the owner of the part, with what its new value needs. Null if either is gone. */
  lock(tx: Tx, services: Services, of: RecordOwner, value: output<Schema>): Promise<Subject | null>
  gone?: string
  /** The stored part. */
  read(subject: Subject): output<Schema>
  /** The value to store, or why it is refused beside the rest of the record. */
  check?(value: output<Schema>, subject: Subject, posted: Posted): output<Schema> | Refusal
  store(tx: Tx, subject: Subject, value: output<Schema>, services: Services): Promise<void>
  about(subject: Subject): About
}

const CHANGED_SINCE = 'This was changed again since. Undo the later change first.'

/**
 * The change of a part of a record by its fields: form, words, facts, version and undo follow from them. The stored
 * value was checked by the schema of the record.
 */
export function recordChange<Name extends string, Schema extends $ZodType, Subject>(
  part: RecordPart<Name, Schema, Subject>,
): Change<$ZodType<input<Schema>, Record<string, unknown>>, never, Name> {
  const { title, schema, fields, lock, check, ...rest } = part
  const record = defineRecord<Name, Subject, output<Schema>>({
    ...rest,
    words: `${title} changed`,
    facts: anyFields(fields),
    lock: (tx, { services, params, id }, typed) => {
      const value = safeParse(schema, typed)
      return lock(tx, services, { params, id }, value.success ? value.data : (typed as output<Schema>))
    },
    restore: {
      schema: schema as unknown as $ZodType<output<Schema>>,
      changed: CHANGED_SINCE,
      find: (tx, services, subjectId, value) => lock(tx, services, { params: {}, id: '', subjectId }, value),
      check: (value, subject, of) => {
        const checked = check?.(value, subject, {
          ...of,
          params: {},
          id: '',
          version: '',
          isConfirmed: true,
          isPreview: false,
        })
        return isRefusal(checked) ? refusalWords(checked) : null
      },
    },
  })
  const change = record.change({
    form: formOf(fields) as $ZodType<input<Schema>, Record<string, unknown>>,
    make: (typed, _, posted) => {
      const value = parseTyped(schema, typed)
      return value.ok ? (check?.(value.data, posted.subject, posted) ?? value.data) : value
    },
    lines: (value) => recordLines(fields, value as input<Schema>),
  })
  return { ...change, fields: anyFields(fields) }
}

/** The input, parsed by the schema of the record; or the messages of its fields. */
export function parseTyped<Schema extends $ZodType>(
  schema: Schema,
  typed: unknown,
): { ok: true; data: output<Schema> } | Refusal {
  const value = safeParse(schema, typed)
  if (value.success) return { ok: true, data: value.data }
  const problems = value.error.issues.map(({ path, message }) => [fieldName(path), message])
  return refuse('invalid-input', CHECK_FIELDS, Object.fromEntries(problems))
}

/** The reason of a refusal, without its form. */
export const refusalWords = ({ message, fields }: Refusal) =>
  Object.values(fields ?? {})
    .map((words) => `${words.replace(/\.$/, '')}.`)
    .join(' ') || message

/** The name of a form’s field: `cards[0].title`. */
const fieldName = (path: readonly PropertyKey[]) =>
  path
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`))
    .join('')
    .replace(/^\./, '')

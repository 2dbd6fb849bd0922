import { type $ZodType, type input, type output, safeParse } from 'zod/v4/core'
import { CHECK_FIELDS } from '#app/shared/problem.ts'
import { anyFields, type RecordFields, recordLines } from '#app/shared/record-fields.ts'
import { isRefusal, type Refusal, refuse } from '#app/shared/refusal.ts'
import type { Scope } from '#app/shared/roles.ts'
import type { Tx } from '../db/database.server.ts'
import type { Services } from '../services.server.ts'
import type { Change, Posted } from './change.server.ts'
import { editChange } from './edit.server.ts'
import { formOf } from './record-form.server.ts'

/** Whose record it is: by the page's address, by an id, or by what a change of it recorded. */
type RecordOwner = Pick<Posted, 'params' | 'id'> & { subjectId?: string }

/** Of the subject in History. */
type About = { subjectId: string; propertyIds?: readonly string[]; timeZone: string }

type RecordPart<Name extends string, Schema extends $ZodType, Subject> = {
  /** In History, as `subject.verb`. */
  name: Name
  scope: Scope
  /** What it is called where its change is named. */
  title: string
  schema: Schema
  fields: RecordFields<input<Schema>>
  /** Finds and locks what the part belongs to, with what its new value needs. Null if either is gone. */
  lock(tx: Tx, services: Services, of: RecordOwner, value: output<Schema>): Promise<Subject | null>
  gone?: string
  /** The part as it is stored. */
  read(subject: Subject): output<Schema>
  /** What becomes of it, or why it cannot be so beside the rest of the record. */
  check?(value: output<Schema>, subject: Subject, posted: Posted): output<Schema> | Refusal
  store(tx: Tx, subject: Subject, value: output<Schema>, services: Services): Promise<void>
  about(subject: Subject): About
}

const CHANGED_SINCE = 'This was changed again since. Undo the later change first.'

/**
 * The change of a part of a record by its fields: form, words, facts, version and undo follow from them. What is
 * stored has been judged by the schema of the record.
 */
export function recordChange<Name extends string, Schema extends $ZodType, Subject>(
  part: RecordPart<Name, Schema, Subject>,
): Change<$ZodType<input<Schema>, Record<string, unknown>>, never, Name> {
  const { name, scope, title, schema, fields, lock, gone, read, check, store, about } = part
  const change = editChange<Name, $ZodType<input<Schema>, Record<string, unknown>>, Subject, output<Schema>>({
    name,
    scope,
    words: `${title} changed`,
    gone,
    store,
    facts: anyFields(fields),
    form: formOf(fields),
    lock: (tx, { services, params, id }, typed) => {
      const value = safeParse(schema, typed)
      return lock(tx, services, { params, id }, value.success ? value.data : (typed as output<Schema>))
    },
    value: read,
    edit: (typed, _, posted) => {
      const value = parseTyped(schema, typed)
      return value.ok ? (check?.(value.data, posted.subject, posted) ?? value.data) : value
    },
    lines: (value) => recordLines(fields, value as input<Schema>),
    about,
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
  return { ...change, fields: anyFields(fields) }
}

/** What was typed, as the schema of the record has it; or what is wrong with which field. */
export function parseTyped<Schema extends $ZodType>(
  schema: Schema,
  typed: unknown,
): { ok: true; data: output<Schema> } | Refusal {
  const value = safeParse(schema, typed)
  if (value.success) return { ok: true, data: value.data }
  const problems = value.error.issues.map(({ path, message }) => [fieldName(path), message])
  return refuse('invalid-input', CHECK_FIELDS, Object.fromEntries(problems))
}

/** Why it is refused, without its form. */
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

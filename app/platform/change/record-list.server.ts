import { eq } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { type $ZodType, type output, safeParse } from 'zod/v4/core'
import { canonical } from '#app/shared/canonical.ts'
import type { FactFields } from '#app/shared/declared-facts.ts'
import { anyFields, type RecordFields, recordLines } from '#app/shared/record-fields.ts'
import { isRefusal, type Refusal, refuse } from '#app/shared/refusal.ts'
import type { Scope } from '#app/shared/roles.ts'
import { isUuid } from '#app/shared/uuid.ts'
import type { Tx } from '../db/database.server.ts'
import type { Services } from '../services.server.ts'
import type { Undo, Values } from './audit.server.ts'
import type { Change, Posted } from './change.server.ts'
import { defineChange } from './define.server.ts'
import { refusalWords } from './record-change.server.ts'
import { formOf } from './record-form.server.ts'
import { undoFrom } from './recorded.server.ts'

/** How the records of a list are stored, each under its id. */
export type ListStore<Row, Value> = {
  /** Finds and locks one. Null if it is gone. */
  lock(tx: Tx, id: string): Promise<Row | null>
  read(row: Row): Value
  /** Stores a new one, or a restored one with its `id`. Returns the id. */
  add(tx: Tx, value: Value, of: { id?: string; now: Date }): Promise<string>
  change(tx: Tx, row: Row, value: Value, of: { now: Date }): Promise<void>
  remove(tx: Tx, row: Row, of: { now: Date }): Promise<void>
}

/**
 * One step of a list: `row` is the stored record, null for a new one. `value` is the new record, null for a removed
 * one.
 */
type Step<Row, Value> = {
  id: string | null
  row: Row | null
  value: Value | null
  isUndo: boolean
  services: Services
}

type ListParts<Form extends $ZodType, Row, Value> = {
  scope: Scope
  /** As of each change. */
  confirms?: true
  /** The schema of a stored record, which History uses, too. */
  schema: $ZodType<Value>
  form: Form
  facts: FactFields
  /** Its current state, a line each, for the second of two operators who change it. */
  lines(value: Value): string[]
  store: ListStore<Row, Value>
  /** Their ids are any text. By default they are uuids. */
  ids?: 'text'
  /** The homes that it concerns. */
  propertiesOf?(value: Value): readonly string[]
  /** The message if it is gone, and if it was changed before an Undo. */
  gone: string
  changed: string
  /** Completes the input to a record, with values that the site decides. Null: nothing had to change. */
  complete?(tx: Tx, typed: output<Form>, row: Row | null, posted: Posted): Promise<Value | Refusal | null>
  /** Why it is refused, beside the others or because of its use. */
  check?(tx: Tx, step: Step<Row, Value>): Promise<Refusal | null>
}

/** How History names one of the changes, by the present or former record. By default Undo restores it. */
type ListWords<Name extends string, Value> = {
  name: Name
  words: string | ((value: Value) => string)
  undo?: Undo | string
}

/** The maximum number of records, and their noun (`words`). */
type Most = { count: (tx: Tx) => Promise<number>; limit: number; words?: string }

type Add<Name extends string, Value, Shown> = ListWords<Name, Value> & {
  most?: Most
  /** The page to go to. */
  to?: (id: string) => string
  /** A value to show once. */
  shows?: (tx: Tx, id: string) => Promise<NonNullable<Shown>>
}

type Keyed<Form extends $ZodType> = z.ZodIntersection<Form, z.ZodObject<{ key: z.ZodGUID }>>
type Pressed = z.ZodObject<Record<never, never>>

/** The changes of a list of records. Each is one of a page, by its `intent`. */
type RecordList<Form extends $ZodType, Value> = {
  add<Name extends string, Shown = never>(words: Add<Name, Value, Shown>): Change<Form, Shown, Name>
  /** The same, once for each `key` of the form within this scope. */
  addOnce<Name extends string, Shown = never>(
    once: string,
    words: Add<Name, Value, Shown>,
  ): Change<Keyed<Form>, Shown, Name>
  change<Name extends string>(words: ListWords<Name, Value>): Change<Form, never, Name>
  /** A button that changes the record. */
  press<Name extends string>(
    words: ListWords<Name, Value> & { make: (value: Value, now: Date) => Value },
  ): Change<Pressed, never, Name>
  /** `to` is the page to go to. */
  remove<Name extends string>(words: ListWords<Name, Value> & { to?: string }): Change<Pressed, never, Name>
}

/** The parts that follow from the fields of a record: its form, the facts of History, and its lines. */
export const fromFields = <Value>(fields: RecordFields<Value>) => ({
  form: formOf(fields),
  facts: anyFields(fields) as FactFields,
  lines: (value: NoInfer<Value>) => recordLines(fields, value),
})

/** The rows of a table with an id, each a record of the list. `made` are columns that only a new row sets. */
export function inTable<Table extends PgTable & { id: AnyPgColumn }, Value extends Record<string, unknown>>(
  table: Table,
  parts: { read(row: Table['$inferSelect']): Value; made?(now: Date): Partial<Table['$inferInsert']> },
): ListStore<Table['$inferSelect'] & { id: string }, Value> {
  type Row = Table['$inferSelect'] & { id: string }
  const rows: PgTable = table
  const isIt = (id: string) => eq(table.id, id)
  return {
    read: parts.read,
    async lock(tx, id) {
      const [row] = isUuid(id) ? await tx.select().from(rows).where(isIt(id)).for('update') : []
      return (row as Row | undefined) ?? null
    },
    async add(tx, value, { id, now }) {
      const columns = { ...value, ...parts.made?.(now), ...(id && { id }) }
      const [made] = await tx.insert(rows).values(columns).returning({ id: table.id })
      if (!made) throw new Error('the record was not stored')
      return String(made.id)
    },
    async change(tx, row, value) {
      await tx.update(rows).set(value).where(isIt(row.id))
    },
    async remove(tx, row) {
      await tx.delete(rows).where(isIt(row.id))
    },
  }
}

/** Stores or refuses one step of a list, and says what is recorded. */
function stepsOf<Form extends $ZodType, Row extends { id: string }, Value>(parts: ListParts<Form, Row, Value>) {
  const { store, complete, check, propertiesOf } = parts
  const recordOf = (subjectId: string, before: Value | null, after: Value | null) => {
    const propertyIds = new Set([before, after].flatMap((value) => (value && propertiesOf ? propertiesOf(value) : [])))
    return { subjectId, ...(propertiesOf && { propertyIds: [...propertyIds] }), before, after }
  }
  const checked = async (tx: Tx, row: Row | null, value: Value | null, { services }: Posted) =>
    (await check?.(tx, { id: row?.id ?? null, row, value, isUndo: false, services })) ?? null
  return {
    completed: async (tx: Tx, typed: output<Form>, row: Row | null, posted: Posted) => {
      const value = complete ? await complete(tx, typed, row, posted) : (typed as Value)
      return value === null || isRefusal(value) ? (value as Refusal | null) : { value }
    },
    async add(tx: Tx, value: Value, posted: Posted & { now: Date }, most: Most | undefined) {
      const refused = await checked(tx, null, value, posted)
      if (refused) return refused
      if (most && (await most.count(tx)) >= most.limit)
        return refuse(
          'refused',
          `There are ${[most.limit, most.words].filter(Boolean).join(' ')} already. Remove one first.`,
        )
      return recordOf(await store.add(tx, value, { now: posted.now }), null, value)
    },
    async change(tx: Tx, row: Row, value: Value, posted: Posted & { now: Date }) {
      const before = store.read(row)
      const refused = await checked(tx, row, value, posted)
      if (refused) return refused
      if (canonical(before) === canonical(value)) return null
      await store.change(tx, row, value, { now: posted.now })
      return recordOf(row.id, before, value)
    },
    async remove(tx: Tx, row: Row, posted: Posted & { now: Date }) {
      const refused = await checked(tx, row, null, posted)
      if (refused) return refused
      await store.remove(tx, row, { now: posted.now })
      return recordOf(row.id, store.read(row), null)
    },
  }
}

/** What History is told of a change of the list. */
function historyOf<Form extends $ZodType, Row extends { id: string }, Value>(parts: ListParts<Form, Row, Value>) {
  const { scope, confirms, facts } = parts
  return <Name extends string>({ name, words, undo = undoOf(parts) }: ListWords<Name, Value>) => ({
    scope,
    name,
    facts,
    undo,
    words: wordsOf(parts, words),
    ...(confirms && { confirms }),
  })
}

/**
 * The changes of a list of records: add, change, remove. The version of a form, the facts of History and Undo follow
 * from its parts.
 */
export function recordList<Form extends $ZodType, Row extends { id: string }, Value>(
  parts: ListParts<Form, Row, Value>,
): RecordList<Form, Value> {
  const { form, lines, store, gone } = parts
  const steps = stepsOf(parts)
  const ofHistory = historyOf(parts)
  const ofOne = { gone, lock: (tx: Tx, { id }: Posted) => store.lock(tx, id) }
  const pressed = { ...ofOne, form: z.object({}) }
  const added = <Name extends string, Shown>({ most, to, shows, ...words }: Add<Name, Value, Shown>) => ({
    ...ofHistory(words),
    run: async (tx: Tx, typed: output<Form>, posted: Posted & { now: Date }) => {
      const made = await steps.completed(tx, typed, null, posted)
      if (made === null || isRefusal(made)) return made
      const record = await steps.add(tx, made.value, posted, most)
      if (isRefusal(record)) return record
      const { subjectId: id } = record
      return { ...record, answer: { ...(to && { to: to(id) }), ...(shows && { shown: await shows(tx, id) }) } }
    },
  })
  return {
    add: (words) => defineChange({ ...added(words), form }),
    addOnce: (once, words) => {
      const { run, ...named } = added(words)
      return defineChange({
        ...named,
        once,
        form: z.intersection(form, z.object({ key: z.guid() })),
        run: (tx, { key: _, ...typed }, posted) => run(tx, typed as output<Form>, posted),
      })
    },
    change: (words) =>
      defineChange({
        ...ofHistory(words),
        ...ofOne,
        form,
        version: (row) => ({ value: store.read(row), lines: lines(store.read(row)), timeZone: 'UTC' }),
        run: async (tx, typed, posted) => {
          const made = await steps.completed(tx, typed, posted.subject, posted)
          return made === null || isRefusal(made) ? made : steps.change(tx, posted.subject, made.value, posted)
        },
      }),
    press: ({ make, ...words }) =>
      defineChange({
        ...ofHistory(words),
        ...pressed,
        run: (tx, _, posted) => steps.change(tx, posted.subject, make(store.read(posted.subject), posted.now), posted),
      }),
    remove: ({ to, ...words }) =>
      defineChange({
        ...ofHistory(words),
        ...pressed,
        run: async (tx, _, posted) => {
          const record = await steps.remove(tx, posted.subject, posted)
          return isRefusal(record) || !to ? record : { ...record, answer: { to } }
        },
      }),
  }
}

/** The title of the record, or of the removed one. */
const wordsOf =
  <Value>({ schema }: { schema: $ZodType<Value> }, words: string | ((value: Value) => string)) =>
  ({ before, after }: Values) => {
    if (typeof words === 'string') return words
    const one = safeParse(schema, after ?? before)
    return one.success ? words(one.data) : null
  }

/** Restores the earlier record, if it is unchanged since. */
function undoOf<Form extends $ZodType, Row, Value>(parts: ListParts<Form, Row, Value>): Undo {
  const { schema, store, changed, check, ids } = parts
  const recorded = z.nullish(schema)
  const form = { before: recorded, after: recorded, ...(ids && { subject: ids }) }
  return undoFrom(form, async (tx, services, change) => {
    const { subjectId: id, before: value = null, after = null } = change
    const row = await store.lock(tx, id)
    if (canonical(row && store.read(row)) !== canonical(after)) return refuse('refused', changed)
    const refused = await check?.(tx, { id, row, value, isUndo: true, services })
    if (refused) return refuse('refused', refusalWords(refused))
    const now = services.clock.now()
    if (row && value) await store.change(tx, row, value, { now })
    else if (row) await store.remove(tx, row, { now })
    else if (value) await store.add(tx, value, { id, now })
    return undefined
  })
}

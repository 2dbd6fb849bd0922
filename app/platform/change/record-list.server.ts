import { eq } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { type $ZodType, safeParse } from 'zod/v4/core'
import { canonical } from '#app/shared/canonical.ts'
import type { FactFields } from '#app/shared/declared-facts.ts'
import { anyFields, type RecordFields, recordLines } from '#app/shared/record-fields.ts'
import { isRefusal, type Refusal, refuse } from '#app/shared/refusal.ts'
import type { Scope } from '#app/shared/roles.ts'
import { isUuid } from '#app/shared/uuid.ts'
import type { Tx } from '../db/database.server.ts'
import type { Undo, Values } from './audit.server.ts'
import type { Change } from './change.server.ts'
import { defineChange } from './define.server.ts'
import { refusalWords } from './record-change.server.ts'
import { formOf } from './record-form.server.ts'
import { undoFrom } from './recorded.server.ts'

/** How the records of a list are stored, each under its id. */
export type ListStore<Row, Value> = {
  /** Finds and locks one. Null if it is gone. */
  lock(tx: Tx, id: string): Promise<Row | null>
  read(row: Row): Value
  /** Stores a new one, or one that comes back with its `id`. Returns the id. */
  add(tx: Tx, value: Value, of: { id?: string; now: Date }): Promise<string>
  change(tx: Tx, row: Row, value: Value, of: { now: Date }): Promise<void>
  remove(tx: Tx, row: Row): Promise<void>
}

/** Of one of the list: `row` is what is stored, null where it is added. `value` is what becomes of it, null where it goes. */
type Step<Row, Value> = { id: string | null; row: Row | null; value: Value | null; isUndo: boolean }

type ListParts<Form extends $ZodType, Row, Value> = {
  scope: Scope
  /** What is stored of one, and what History has of it. */
  schema: $ZodType<Value>
  form: Form
  facts: FactFields
  /** What one says, a line each, for the second of two who change it. */
  lines(value: Value): string[]
  store: ListStore<Row, Value>
  /** What the operator reads if it is gone, and if Undo finds it changed again. */
  gone: string
  changed: string
  /** Adds to what was typed what the site decides, such as a free address. */
  complete?(tx: Tx, value: Value, row: Row | null): Promise<Value>
  /** Why it cannot be so, beside the others or because of what was done with it. */
  check?(tx: Tx, step: Step<Row, Value>): Promise<Refusal | null>
}

/** How History names one of the changes, of the record as it is or was. */
type ListWords<Name extends string, Value> = { name: Name; words: (value: Value) => string }

type Add<Name extends string, Value> = ListWords<Name, Value> & {
  /** So many there can be, and what the operator reads then. */
  most?: { count: (tx: Tx) => Promise<number>; limit: number }
  /** The page to go to. */
  to?: (id: string) => string
}

type Keyed<Form extends $ZodType> = z.ZodIntersection<Form, z.ZodObject<{ key: z.ZodGUID }>>

/** The changes of a list of records. Each is one of a page, by its `intent`. */
type RecordList<Form extends $ZodType, Value> = {
  add<Name extends string>(words: Add<Name, Value>): Change<Form, never, Name>
  /** The same, once for each `key` of the form within this scope. */
  addOnce<Name extends string>(once: string, words: Add<Name, Value>): Change<Keyed<Form>, never, Name>
  change<Name extends string>(words: ListWords<Name, Value>): Change<Form, never, Name>
  /** `to` is the page to go to. */
  remove<Name extends string>(
    words: ListWords<Name, Value> & { to?: string },
  ): Change<z.ZodObject<Record<never, never>>, never, Name>
}

/** What follows from the fields of a record: its form, the facts of History, and its lines. */
export const fromFields = <Value>(fields: RecordFields<Value>) => ({
  form: formOf(fields),
  facts: anyFields(fields) as FactFields,
  lines: (value: NoInfer<Value>) => recordLines(fields, value),
})

/** The rows of a table with an id, each a record of the list. `made` are the columns that only a new one sets. */
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

/**
 * What operators do with a list of records: add one, change it, remove it. The version that a form shows, the facts of
 * History and Undo follow from its parts.
 */
export function recordList<Form extends $ZodType<Value>, Row extends { id: string }, Value>(
  parts: ListParts<Form, Row, Value>,
): RecordList<Form, Value> {
  const { scope, form, facts, lines, store, gone, complete, check } = parts
  const ofHistory = <Name extends string>({ name, words }: ListWords<Name, Value>) => ({
    ...{ scope, name, facts, undo: undoOf(parts), words: wordsOf(parts, words) },
  })
  const stepTo = async (tx: Tx, typed: Value, row: Row | null): Promise<Value | Refusal> => {
    const value = complete ? await complete(tx, typed, row) : typed
    return (await check?.(tx, { id: row?.id ?? null, row, value, isUndo: false })) ?? value
  }
  const added = <Name extends string>({ most, to, ...words }: Add<Name, Value>) => ({
    ...ofHistory(words),
    run: async (tx: Tx, typed: Value, { now }: { now: Date }) => {
      const after = await stepTo(tx, typed, null)
      if (isRefusal(after)) return after
      if (most && (await most.count(tx)) >= most.limit)
        return refuse('refused', `There are ${most.limit} already. Remove one first.`)
      const id = await store.add(tx, after, { now })
      return { subjectId: id, before: null, after, ...(to && { answer: { to: to(id) } }) }
    },
  })
  return {
    add: (words) => defineChange({ ...added(words), form }),
    addOnce: (once, words) => {
      const { run, ...named } = added(words)
      return defineChange({
        ...{ ...named, once },
        form: z.intersection(form, z.object({ key: z.guid() })),
        run: (tx, { key: _, ...typed }, posted) => run(tx, typed as Value, posted),
      })
    },
    change: (words) =>
      defineChange({
        ...{ ...ofHistory(words), form, gone },
        lock: (tx, { id }) => store.lock(tx, id),
        version: (row) => ({ value: store.read(row), lines: lines(store.read(row)), timeZone: 'UTC' }),
        run: async (tx, typed, { subject: row, now }) => {
          const before = store.read(row)
          const after = await stepTo(tx, typed, row)
          if (isRefusal(after)) return after
          if (canonical(before) === canonical(after)) return null
          await store.change(tx, row, after, { now })
          return { subjectId: row.id, before, after }
        },
      }),
    remove: ({ to, ...words }) =>
      defineChange({
        ...{ ...ofHistory(words), form: z.object({}), gone },
        lock: (tx, { id }) => store.lock(tx, id),
        run: async (tx, _, { subject: row }) => {
          const refused = await check?.(tx, { id: row.id, row, value: null, isUndo: false })
          if (refused) return refused
          await store.remove(tx, row)
          return { subjectId: row.id, before: store.read(row), after: null, ...(to && { answer: { to } }) }
        },
      }),
  }
}

/** The words of what it is, or was before it was removed. */
const wordsOf =
  <Value>({ schema }: { schema: $ZodType<Value> }, words: (value: Value) => string) =>
  ({ before, after }: Values) => {
    const one = safeParse(schema, after ?? before)
    return one.success ? words(one.data) : null
  }

/** As it was before, if it is still as the change left it. */
function undoOf<Form extends $ZodType, Row, Value>(parts: ListParts<Form, Row, Value>): Undo {
  const { schema, store, changed, check } = parts
  return undoFrom({ before: z.nullable(schema) }, async (tx, { clock }, { subjectId: id, before: value, after }) => {
    const row = await store.lock(tx, id)
    if (canonical(row && store.read(row)) !== canonical(after ?? null)) return refuse('refused', changed)
    const refused = await check?.(tx, { id, row, value, isUndo: true })
    if (refused) return refuse('refused', refusalWords(refused))
    const now = clock.now()
    if (row && value) await store.change(tx, row, value, { now })
    else if (row) await store.remove(tx, row)
    else if (value) await store.add(tx, value, { id, now })
    return undefined
  })
}

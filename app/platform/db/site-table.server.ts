import { type BuildExtraConfigColumns, getTableColumns, getTableName, type SQL } from 'drizzle-orm'
import {
  type PgColumn,
  type PgColumnBuilderBase,
  type PgTable,
  type PgTableExtraConfigValue,
  pgTable,
} from 'drizzle-orm/pg-core'
import type { RetentionName } from '#app/shared/retention.ts'
import type { DemoMarks } from '../demo-marks.server.ts'

/** A column that names images of the site, by their addresses. */
export type ImageColumn = {
  /** Its SQL, such as `host ->> 'image'`. */
  column: string
  /** One address, an array of them, JSON with addresses as values, or a text with addresses in it. */
  holds: 'address' | 'addresses' | 'json' | 'text'
  /** Whether visitors see what this row shows: SQL over the row, which is called `named`. */
  isPublic: SQL
}

/** The facts about a table that the site needs beside its features. Each table states them. */
type TableFacts = {
  /**
   * Going live deletes all rows, or the demo's, and names them so. Or all rows remain; a row of the demo may lose values.
   */
  goLive:
    | { removes: string }
    | { removesDemo: string; where: (marks: DemoMarks) => SQL }
    | 'stays'
    | 'loses values of the demo'
  /** The column with the email address of the person that a row is about. */
  address: string | null
  /**
   * The period after which personal data in it goes. A row is deleted when `since`, a column, is longer ago. Without
   * `since`, a step of the privacy feature decides.
   */
  retention: { period: RetentionName; since?: string } | null
  /** The statement that stops pending work of its rows after a restore. It may be done since the backup. */
  restore: ((now: Date) => SQL) | null
  images: readonly ImageColumn[] | null
}

const FACTS = new WeakMap<PgTable, TableFacts>()

/** Drizzle's `pgTable`, with the facts that the site needs about the table. */
export function siteTable<Name extends string, Columns extends Record<string, PgColumnBuilderBase>>(
  name: Name,
  facts: TableFacts,
  columns: Columns,
  extra?: (self: BuildExtraConfigColumns<Name, Columns, 'pg'>) => PgTableExtraConfigValue[],
) {
  const table = pgTable(name, columns, extra)
  FACTS.set(table, facts)
  return table
}

/** A table with its name and its facts. */
export type SiteTable = { table: PgTable; name: string } & TableFacts

export function factsOf(table: PgTable): SiteTable {
  const facts = FACTS.get(table)
  if (!facts) throw new Error(`The table ${getTableName(table)} does not state its facts`)
  return { table, name: getTableName(table), ...facts }
}

/** The column with this name in the database. */
export function columnNamed(table: PgTable, name: string): PgColumn {
  const column = Object.values(getTableColumns(table)).find((one) => one.name === name)
  if (!column) throw new Error(`The table ${getTableName(table)} has no column ${name}`)
  return column as PgColumn
}

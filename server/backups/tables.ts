import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '#app/platform/db/database.server.ts'

/** The number of rows that are read at once: about a megabyte. */
const [FEWEST_ROWS, MOST_ROWS, BATCH] = [10, 5000, 1_000_000]

export type DumpedTable = { table: string; columns: string[] }

/** All tables with their columns, referenced tables first. Excludes tables that every database maintains for itself. */
export async function listTables(tx: Tx): Promise<DumpedTable[]> {
  const { rows: tables } = await tx.execute<DumpedTable>(sql`
    select c.relname as table, array_agg(a.attname::text order by a.attnum) as columns
      from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
       and c.relname not in ('schema_migrations', 'content_version')
       and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     group by c.relname order by c.relname`)
  const { rows: references } = await tx.execute<{ child: string; parent: string }>(sql`
    select child.relname as child, parent.relname as parent from pg_constraint k
      join pg_class child on child.oid = k.conrelid join pg_class parent on parent.oid = k.confrelid
     where k.contype = 'f' and child.oid <> parent.oid`)
  const ordered: DumpedTable[] = []
  while (ordered.length < tables.length) {
    const done = new Set(ordered.map(({ table }) => table))
    const next = tables.filter(
      ({ table }) => !done.has(table) && references.every(({ child, parent }) => child !== table || done.has(parent)),
    )
    if (next.length === 0) throw new Error('the tables refer to each other in a ring')
    ordered.push(...next)
  }
  return ordered
}

/** The applied migrations, each with its digest. */
export async function listMigrations(tx: Tx): Promise<string[]> {
  const { rows } = await tx.execute<{ applied: string }>(
    sql`select name || ' ' || sha256 as applied from schema_migrations order by name`,
  )
  return rows.map(({ applied }) => applied)
}

/** The rows of a table, each a JSON array of its columns in PostgreSQL's text format, some at a time. */
export async function* readRows(
  tx: Tx,
  { table, columns }: DumpedTable,
  from: SQL = sql`${sql.identifier(table)}`,
): AsyncGenerator<string[]> {
  const values = sql.join(
    columns.map((column) => sql`${sql.identifier(column)}::text`),
    sql`, `,
  )
  await tx.execute(sql`declare dumped cursor for select json_build_array(${values})::text as line from ${from}`)
  for (let count = FEWEST_ROWS; ; ) {
    const { rows } = await tx.execute<{ line: string }>(sql.raw(`fetch ${count} from dumped`))
    if (rows.length === 0) break
    const lines = rows.map(({ line }) => line)
    yield lines
    const length = lines.reduce((sum, line) => sum + line.length, 0) / lines.length
    count = Math.round(Math.min(MOST_ROWS, Math.max(FEWEST_ROWS, BATCH / length)))
  }
  await tx.execute(sql`close dumped`)
}

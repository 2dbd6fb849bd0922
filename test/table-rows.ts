import { randomBytes } from 'node:crypto'
import type { Database } from '#app/platform/db/database.server.ts'

type Table = { name: string; columns: string; referenced: string[] }

/** The tables of the site and of its jobs. A generated column takes no value. */
async function listTables({ pool }: Database): Promise<Table[]> {
  const { rows } = await pool.query<Table>(
    `select attrelid::regclass::text as name, string_agg(format('%I', attname), ', ') as columns,
        array(select confrelid::regclass::text from pg_constraint where conrelid = attrelid and contype = 'f') as referenced
      from pg_attribute join pg_class on pg_class.oid = attrelid
      where attnum > 0 and not attisdropped and attgenerated = '' and relkind in ('r', 'p') and relname <> 'schema_migrations'
        and (relnamespace = 'public'::regnamespace or attrelid = 'pgboss.job'::regclass)
      group by attrelid`,
  )
  return rows
}

/** Statements that insert all present rows, one for each table: each row of its own would be planned anew. */
async function insertsOf({ pool }: Database, tables: Table[]): Promise<string[]> {
  const written = tables.map(
    ({ name }) => `select '${name}' as name, string_agg(quote_literal(t), ', ') as rows from ${name} t`,
  )
  const { rows } = await pool.query<{ name: string; rows: string | null }>(written.join(' union all '))
  const columnsOf = new Map(tables.map(({ name, columns }) => [name, columns]))
  return rows.flatMap(({ name, rows }) =>
    rows === null
      ? []
      : `insert into ${name} (${columnsOf.get(name)}) select ${columnsOf.get(name)} from unnest(array[${rows}]::${name}[])`,
  )
}

/** Returns what brings back all rows of this moment, in any order and without a trigger. It must be a superuser. */
export async function keepRows(database: Database): Promise<() => Promise<void>> {
  const tables = await listTables(database)
  // As a replica, so that no trigger counts or refuses this, and the order is free. `truncate` costs ten times as much:
  // it makes new files for all tables and indexes. On a server, the locks wait for whoever still writes for the test
  // before. The embedded database has one connection, and they would be a fifth of this.
  const lock = `lock table ${tables.map(({ name }) => name).join(', ')} in share row exclusive mode`
  const text = [
    'begin',
    'set local session_replication_role = replica',
    ...(database.kind === 'embedded' ? [] : [lock]),
    ...tables.map(({ name }) => `delete from ${name}`),
    ...(await insertsOf(database, tables)),
    'commit',
  ].join(';\n')
  return async () => void (await database.pool.query(text))
}

/** Tables before those that they reference, as far as these do not reference each other. */
function inOrderOfDeletion(tables: Table[]): Table[] {
  const left = [...tables]
  const isFree = ({ name }: Table) => left.every((other) => other.name === name || !other.referenced.includes(name))
  return tables.flatMap(() => left.splice(Math.max(0, left.findIndex(isFree)), 1))
}

/**
 * The same with triggers, for the one connection of an embedded database. It fails if a trigger refuses to delete a row.
 * It costs less: after a change of `session_replication_role`, PostgreSQL plans each prepared statement anew.
 */
export async function keepRowsByFunction(database: Database): Promise<() => Promise<void>> {
  const tables = inOrderOfDeletion(await listTables(database))
  const name = `pg_temp.bring_back_${randomBytes(6).toString('hex')}`
  // A trigger may write into a table that was emptied before, some of them at the end of the transaction.
  const text = `create function ${name}() returns void language plpgsql as $function$
    declare is_empty boolean := false;
    begin
      while not is_empty loop
        is_empty := true;
        ${tables.map(({ name }) => `if exists (select from ${name}) then is_empty := false; delete from ${name}; end if;`).join('\n')}
        set constraints all immediate;
      end loop;
      ${(await insertsOf(database, tables.toReversed())).map((line) => `${line};`).join('\n')}
    end $function$`
  await database.pool.query(text)
  return async () => void (await database.pool.query(`select ${name}()`))
}

import { getTableConfig } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { SITE_TABLES } from '#app/features/all-tables.server.ts'
import { columnNamed } from '#app/platform/db/site-table.server.ts'
import { describeOnBothDatabases } from '#test/database.ts'

const tables = SITE_TABLES.map(({ table }) => table)

describeOnBothDatabases('the tables in code are those of the migrations', (database) => {
  test('matches column by column: name, type and nullability', async () => {
    const { rows } = await database().pool.query<{ relation: string; name: string; type: string; required: boolean }>(
      `select c.relname as relation, a.attname as name, replace(format_type(a.atttypid, a.atttypmod), 'xid8', 'text') as type, a.attnotnull as required
         from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
        where n.nspname = 'public' and c.relkind = 'r' and c.relname <> 'schema_migrations'
          and a.attnum > 0 and not a.attisdropped`,
    )
    // A transaction id has no type in Drizzle; the driver reads it as text.
    const migrated = rows.map(
      ({ relation, name, type, required }) => `${relation}.${name} ${type}${required ? ' not null' : ''}`,
    )
    const inCode = tables.flatMap((table) => {
      const { name, columns } = getTableConfig(table)
      return columns.map(
        (column) => `${name}.${column.name} ${typeOf(column.getSQLType())}${column.notNull ? ' not null' : ''}`,
      )
    })
    expect(inCode.sort()).toEqual(migrated.sort())
  })

  test('a column that the code omits on insert has a database default', async () => {
    const { rows } = await database().pool.query<{ name: string }>(
      `select table_name || '.' || column_name as name from information_schema.columns
        where table_schema = 'public' and column_default is not null and table_name <> 'schema_migrations'`,
    )
    const inCode = tables.flatMap((table) => {
      const { name, columns } = getTableConfig(table)
      return columns.filter((column) => column.hasDefault).map((column) => `${name}.${column.name}`)
    })
    expect(inCode.sort()).toEqual(rows.map((row) => row.name).sort())
  })

  test('a column takes the values that the code lists: roles, moments of messages, states', async () => {
    const { rows } = await database().pool.query<{ name: string; definition: string }>(
      `select c.relname || '.' || a.attname as name, pg_get_constraintdef(k.oid) as definition
         from pg_constraint k join pg_class c on c.oid = k.conrelid
         join pg_attribute a on a.attrelid = c.oid and a.attnum = k.conkey[1]
        where k.contype = 'c' and cardinality(k.conkey) = 1 and pg_get_constraintdef(k.oid) like '%= ANY (ARRAY[%'`,
    )
    const listed = tables.flatMap((table) => {
      const { name, columns } = getTableConfig(table)
      return columns.flatMap(({ name: column, enumValues }) =>
        enumValues ? [[`${name}.${column}`, enumValues.toSorted()] as const] : [],
      )
    })
    const checked = new Map(rows.map(({ name, definition }) => [name, valuesOf(definition)]))
    const compared = listed.filter(([name]) => checked.has(name))
    expect(compared).toEqual(compared.map(([name]) => [name, checked.get(name)]))
    const names = compared.map(([name]) => name)
    expect(names).toEqual(expect.arrayContaining(['users.role', 'account_links.role', 'message_texts.moment']))
  })
})

test('the columns that tables name in their facts exist', () => {
  const named = SITE_TABLES.flatMap(({ table, address, retention, images }) =>
    [address, retention?.since, ...(images ?? []).map(({ column }) => column.split(' ')[0])].flatMap((name) =>
      name ? [columnNamed(table, name).name] : [],
    ),
  )
  expect(named).toEqual(expect.arrayContaining(['guest_email', 'created_at', 'images']))
})

test('what is about a person says how long it is stored, but for accounts, owners and their links', () => {
  const forever = SITE_TABLES.filter(({ address, retention }) => address && !retention).map(({ name }) => name)
  expect(forever.sort()).toEqual(['account_links', 'owners', 'users'])
})

/** The texts in the definition of a constraint. */
const valuesOf = (definition: string) =>
  [...definition.matchAll(/'([^']+)'::text/g)].map(([, value = '']) => value).sort()

/** PostgreSQL's names for types that Drizzle writes with a space. */
function typeOf(type: string): string {
  return type.replace(/, /g, ',')
}

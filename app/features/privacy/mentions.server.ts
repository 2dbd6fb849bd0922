import { sql } from 'drizzle-orm'
import type { Tx } from '#app/platform/db/database.server.ts'

/**
 * Where personal data is stored: all tables of the site, and the mail queue. Files of emails belong to theirs, and are too large to be
 * searched.
 */
async function listTables(tx: Tx): Promise<string[]> {
  const { rows } = await tx.execute<{ name: string }>(sql`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE'
       and (table_schema = 'public' and table_name not in ('schema_migrations', 'mail_attachments') or (table_schema, table_name) = ('pgboss', 'job_common'))
     order by 1`)
  return rows.map(({ name }) => name)
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** An escape in JSON text, such as `\n` for a line break. Its letter is not part of the following word. */
const JSON_ESCAPE = String.raw`(?:^|[^\\])(?:\\\\)*\\(?:[bfnrt]|u[[:xdigit:]]{4})`

/**
 * Finds one of the words in plain or JSON text, as a whole word in any case. `ann@example.com` does not match
 * `joann@example.com`, or `jo&ann@example.com`.
 */
export function patternOf(words: string[]): string {
  const before = `(?:(?<![[:alnum:]._%+-])(?<![[:alnum:]][&'*!#$^\`{|}~])|(?<=${JSON_ESCAPE}))`
  return `${before}(?:${words.map(escaped).join('|')})(?![[:alnum:]_-]|\\.[[:alnum:]])`
}

/** The full rows that mention one of the words, by table. */
export async function listMentions(tx: Tx, words: string[]): Promise<Record<string, Record<string, unknown>[]>> {
  const found: Record<string, Record<string, unknown>[]> = {}
  for (const table of await listTables(tx)) {
    const { rows } = await tx.execute<{ row: Record<string, unknown> }>(
      sql`select to_jsonb(t) as row from ${sql.raw(table)} t where to_jsonb(t)::text ~* ${patternOf(words)}`,
    )
    if (rows.length > 0) found[table.replace(/^public\./, '')] = rows.map(({ row }) => row)
  }
  return found
}

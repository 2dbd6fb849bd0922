import { sql } from 'drizzle-orm'
import type { Tx } from '#app/platform/db/database.server.ts'

/**
 * Where personal data is stored: all tables of the site, and the mail queue. Files of emails belong to theirs, and are
 * too large to be searched.
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
 * The spelling of a letter or a digit in patterns of the database and of scripts. `after` is the character class that a
 * word may follow, too.
 */
const OF_DATABASE = { letter: '[:alnum:]', after: `|(?<=${JSON_ESCAPE})` }
const OF_SCRIPT = { letter: String.raw`\p{L}\p{N}`, after: '' }

/** One of the words as a whole word: `ann@example.com` is none in `joann@example.com`, or `jo&ann@example.com`. */
function wholeWord(words: string[], { letter, after }: typeof OF_SCRIPT): string {
  const before = `(?:(?<![${letter}._%+-])(?<![${letter}][&'*!#$^\`{|}~])${after})`
  return `${before}(?:${words.map(escaped).join('|')})(?![${letter}_-]|\\.[${letter}])`
}

/** Finds one of the words in plain or JSON text of the database, in any case. */
export const patternOf = (words: string[]) => wholeWord(words, OF_DATABASE)

/** The same for one word in texts that are read here. Most do not have it at all, which is quick to see. */
export function wordFinder(word: string): (text: string) => boolean {
  const pattern = new RegExp(wholeWord([word], OF_SCRIPT), 'iu')
  const lower = word.toLowerCase()
  return (text) => text.toLowerCase().includes(lower) && pattern.test(text)
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

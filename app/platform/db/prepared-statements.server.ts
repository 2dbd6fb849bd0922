import { LRUCache } from 'lru-cache'
import type pg from 'pg'

/** More than pages and the queue use by turns. With their plans, they take 8 MB of the database's memory. */
const MOST = 300
/** With more values, it inserts many rows. Each number of rows is another statement, with a large plan. */
const MOST_VALUES = 200

type Statement = { text: string; values?: unknown; name?: string }
/** Fields of a connection of `pg` that its types leave out. */
type Prepared = {
  parsedStatements: Record<string, unknown>
  close(message: { type: 'S'; name: string }): void
  on(event: 'errorMessage', listen: (error: { code?: string }) => void): void
}

/** The statement is not there, or its table has other columns. */
const OUTDATED = ['26000', '0A000']

const isStatement = (first: unknown): first is Statement =>
  typeof first === 'object' && first !== null && 'text' in first && typeof first.text === 'string'

/**
 * Lets a client prepare each statement with values once, because planning usually takes longer than running. The
 * database makes a new plan when the table is analyzed or changed. The least recently used are closed.
 */
export function prepareStatements(client: pg.Client): void {
  const { connection } = client as unknown as { connection: Prepared }
  let count = 0
  const names = new LRUCache<string, string>({
    max: MOST,
    dispose: (name) => {
      delete connection.parsedStatements[name]
      connection.close({ type: 'S', name })
    },
  })
  connection.on('errorMessage', ({ code = '' }) => {
    if (OUTDATED.includes(code)) names.clear()
  })
  function nameOf(text: string): string {
    const known = names.get(text)
    if (known) return known
    count += 1
    const name = `statement_${count}`
    names.set(text, name)
    return name
  }
  const query = client.query.bind(client) as (...words: unknown[]) => unknown
  client.query = ((first: unknown, second: unknown, ...rest: unknown[]) => {
    const statement = typeof first === 'string' ? { text: first } : first
    if (!isStatement(statement) || statement.name) return query(first, second, ...rest)
    const values = statement.values ?? second
    if (!Array.isArray(values) || values.length === 0 || values.length > MOST_VALUES)
      return query(first, second, ...rest)
    return query({ ...statement, name: nameOf(statement.text) }, second, ...rest)
  }) as typeof client.query
}

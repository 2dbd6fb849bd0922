import { DrizzleQueryError } from 'drizzle-orm'
import { type Logger, pino } from 'pino'

export type { Logger }

const DEEPEST_CAUSE = 5

/** The lines of the stack alone: what stands above them repeats the message, of which a guest's words may be a part. */
function frames({ message, stack = '' }: Error): string {
  const start = stack.indexOf(message)
  if (start < 0) return ''
  const lines = stack.slice(start + message.length).split('\n')
  return lines.filter((line) => /^\s+at /.test(line)).join('\n')
}

/**
 * What the log says of something thrown: its type, message, code, stack and causes, and no other property. Of an error of
 * the database even the message is left out, because PostgreSQL and Drizzle write the values of the row into it; what
 * failed is told by the SQL with its placeholders, the SQLSTATE code, the table and the constraint. Of what is thrown
 * without being an `Error`, only its type.
 */
export function loggableError(thrown: unknown, depth = 0): Record<string, unknown> {
  if (!(thrown instanceof Error)) return { type: typeof thrown }
  const { code, table, constraint } = thrown as Error & Record<string, unknown>
  const ofQuery = thrown instanceof DrizzleQueryError
  const ofDatabase = ofQuery || 'severity' in thrown
  const deeper = (inner: unknown) => loggableError(inner, depth + 1)
  return {
    type: thrown.constructor.name,
    ...(!ofDatabase && { message: thrown.message }),
    code,
    ...(ofQuery && { query: thrown.query }),
    ...(ofDatabase && { table, constraint }),
    stack: frames(thrown),
    ...(thrown instanceof AggregateError && depth < DEEPEST_CAUSE && { errors: thrown.errors.map(deeper) }),
    ...(thrown.cause !== undefined && depth < DEEPEST_CAUSE && { cause: deeper(thrown.cause) }),
  }
}

/** Paths whose last part is a secret or somebody's address; it never stands in the log (docs/features/newsletter.md). */
const SECRET = /^\/+(stay|quotes|embed\/pay|calendar|newsletter|api\/(?:entries|holds|stays))(?:\/|%2f).*/is

/** The path of an address as the log may have it: without the query, and with `...` for its secret part. */
export function loggablePath(path: string): string {
  return path.replace(/[?#].*/s, '').replace(SECRET, '/$1/...')
}

/**
 * The process's log: one JSON object a line on standard output, no guest's data beyond what a caller names. Errors go
 * under `err` with a message in the caller's own words: without one, pino takes the error's.
 */
export function createLog(level: string, to?: { write(line: string): void }): Logger {
  const serializers = { err: (thrown: unknown) => loggableError(thrown) }
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers }
  return to ? pino(options, to) : pino(options)
}

import { DrizzleQueryError } from 'drizzle-orm'
import { type Logger as PinoLogger, pino } from 'pino'
import { wordsOfLogLine } from './log-words.server.ts'

/** The name of an event as `area.what-happened`. Alerts may rely on it; the message may change. */
type LogEvent = Lowercase<`${string}.${string}`>
type Write = (fields: { event: LogEvent; [field: string]: unknown }, message: string) => void

/** The log, in which each line has an event name. */
export type Logger = Record<'debug' | 'info' | 'warn' | 'error' | 'fatal', Write> & Pick<PinoLogger, 'isLevelEnabled'>

const DEEPEST_CAUSE = 5

/** The stack frames only: the text above them repeats the message, which may contain guest data. */
function frames({ message, stack = '' }: Error): string {
  const start = stack.indexOf(message)
  if (start < 0) return ''
  const lines = stack.slice(start + message.length).split('\n')
  return lines.filter((line) => /^\s+at /.test(line)).join('\n')
}

/**
 * The loggable parts of a thrown value: type, message, code, stack and causes, and no other property. Database errors
 * lose even their message, because PostgreSQL and Drizzle put row values into it. The SQL with placeholders, the
 * SQLSTATE code, the table and the constraint identify the failure. For a thrown value that is not an `Error`, only its
 * type.
 */
function loggableError(thrown: unknown, depth = 0): Record<string, unknown> {
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

/**
 * Paths whose last part is a secret or an email address; it is never logged (docs/features/newsletter.md). A test
 * compares them with what pages (`secret` in their `handle`) and API routes (`secretPath`) declare. The log must not
 * depend on it.
 */
export const SECRET_PATHS = [
  'api/entries',
  'api/holds',
  'api/stays',
  'calendar',
  'embed/pay',
  'first-operator',
  'invitation',
  'new-password',
  'newsletter',
  'owner',
  'quotes',
  'review',
  'stay',
  'staycation/won',
  'turnovers',
]
const SECRET = new RegExp(`^/(${SECRET_PATHS.join('|')})/.*`, 'is')

/** As a router may parse it: escaped letters, repeated slashes, and `.` segments are ignored. */
const asRead = (path: string) =>
  path
    .replace(/%([2-7][0-9a-f])/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replace(/(?:[/\\]\.?)+(?=[/\\])/g, '')
    .replaceAll('\\', '/')

/** The loggable path of a URL: without the query, and with `...` for its secret part. */
export function loggablePath(path: string): string {
  const plain = path.replace(/[?#].*/s, '')
  const read = asRead(plain)
  return SECRET.test(read) ? read.replace(SECRET, '/$1/...') : plain
}

const BUFFER_BYTES = 8 * 1024
const MOST_BUFFERED_BYTES = 1024 * 1024
const FLUSH_MS = 1000

/**
 * Standard output. Lines about requests are written a buffer at a time, and at least every second. A write for each
 * costs half as much as a cached page. All else is written at once, and the rest when the process exits. On a full disk
 * lines are lost, and the site goes on.
 */
function standardOutput(): { write(line: string): void } {
  const limits = { minLength: BUFFER_BYTES, maxLength: MOST_BUFFERED_BYTES, periodicFlush: FLUSH_MS }
  const output = pino.destination({ fd: 1, sync: false, ...limits })
  let isFailing = false
  output.on('error', () => {
    isFailing = true
  })
  output.on('write', () => {
    isFailing = false
  })
  // Else pino tries for ever to write the rest.
  process.prependListener('exit', () => isFailing && output.destroy())
  return {
    write(line) {
      output.write(line)
      if (!line.includes('"event":"request.answered"')) output.flush()
    },
  }
}

/** People at a terminal read words. */
const terminal = { write: (line: string) => void process.stdout.write(wordsOfLogLine(line)) }

/**
 * The process's log on standard output: one JSON object per line, or words on a terminal. It has no guest data beyond
 * what callers pass. Log errors under `err` with your own message: without one, pino uses the error's message.
 */
export function createLog(level: string, to?: { write(line: string): void }): Logger {
  const serializers = { err: (thrown: unknown) => loggableError(thrown) }
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers }
  return pino(options, to ?? (process.stdout.isTTY ? terminal : standardOutput()))
}

const LEVELS: Record<number, string> = { 20: 'debug ', 40: 'warning ', 50: 'error ', 60: 'FATAL ' }

type Line = { level: number; time: string; event?: string; msg?: string; err?: LoggedError }
type LoggedError = { type?: string; message?: string; stack?: string; cause?: LoggedError }

/** Without line breaks and control characters, which a guest may have sent to change the terminal. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
const printable = (text: string) => text.replace(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g, '')

function wordsOfError({ type = 'Error', message, stack, cause }: LoggedError): string[] {
  const lines = [`  ${[type, message].filter(Boolean).join(': ')}`, ...(stack ? [stack] : [])]
  return cause ? [...lines, '  caused by', ...wordsOfError(cause)] : lines
}

/**
 * A line of the log for people at a terminal: time (UTC), level, message, event and fields. An
 * error follows with its stack. Information has no level.
 */
export function wordsOfLogLine(line: string): string {
  const { level, time, event = '', msg = '', err, ...fields } = JSON.parse(line) as Line & Record<string, unknown>
  const at = time.slice(11, 19)
  if (event === 'request.answered') {
    const { method, path, status, ms } = fields
    return printable(`${at} ${method} ${path} ${status} ${ms} ms\n`)
  }
  const pairs = Object.entries(fields).map(([name, value]) => ` ${name}=${wordOf(value)}`)
  const words = [`${at} ${LEVELS[level] ?? ''}${msg} (${event})${pairs.join('')}`, ...(err ? wordsOfError(err) : [])]
  return printable(`${words.join('\n')}\n`)
}

const wordOf = (value: unknown) =>
  typeof value === 'string' && /^[\w:/.@-]+$/.test(value) ? value : JSON.stringify(value)

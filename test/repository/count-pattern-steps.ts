import path from 'node:path'
import { parseSync } from 'vite'
import { listFiles, readText } from './files.ts'

/**
 * Run with `--allow-natives-syntax --no-regexp-optimization`: V8 then counts each step back of a regular expression.
 * Prints the patterns of the code whose steps grow faster than the text, as JSON.
 */
const makeLimited = new Function(
  'source',
  'flags',
  'limit',
  'return %NewRegExpWithBacktrackLimit(source, flags, limit)',
)

/** How often a text repeats, and the steps back that each of its characters may take. */
const REPEATED = 400
const STEPS_EACH = 40

/** Texts that a pattern may match: its own words and punctuation, and one character of each kind. */
function piecesOf({ source }: RegExp): string[] {
  const words = source.match(/[A-Za-z]{2,}[:=]?/g) ?? []
  const punctuation = source.match(/[^\w\s]/g) ?? []
  return [...new Set([' ', '\n', 'a', 'A', '0', ...punctuation, ...words])]
}

/**
 * The pattern, which ends within the limit for a text of this length or matches nothing. At the end of the text it
 * always matches. To make one costs more than to search with it.
 */
function limitedTo({ source, flags }: RegExp, length: number): RegExp {
  return makeLimited(`(?:${source})|(?![^])`, flags.replace(/[gy]/g, ''), STEPS_EACH * length) as RegExp
}

/** A text on which the pattern takes more steps; null if none was found. */
function slowTextFor(pattern: RegExp): string | null {
  const pieces = piecesOf(pattern)
  for (const repeated of [...pieces, 'a ', 'a.', '0,', '\n ']) {
    const middle = repeated.repeat(REPEATED)
    const limited = limitedTo(pattern, middle.length)
    for (const start of ['', ...pieces])
      for (const end of ['', '\0', 'x']) {
        if (limited.exec(start + middle + end) === null) return JSON.stringify([start, repeated, end])
      }
  }
  return null
}

function patternsOf(file: string): RegExp[] {
  const found: RegExp[] = []
  JSON.stringify(parseSync(file, readText(file)).program, (_, node) => {
    if (node?.type === 'Literal' && node.regex) found.push(new RegExp(node.regex.pattern, node.regex.flags))
    return typeof node === 'bigint' ? null : node
  })
  return found
}

const isShipped = (file: string) => /^(?:app|server|content)\//.test(file) && /(?<!\.test)\.tsx?$/.test(file)
const patterns = new Map(
  listFiles()
    .filter((file) => isShipped(path.posix.normalize(file)))
    .flatMap((file) => patternsOf(file).map((pattern) => [String(pattern), { file, pattern }] as const)),
)
const slow = [...patterns.values()].flatMap(({ file, pattern }) => {
  const text = slowTextFor(pattern)
  return text ? [{ file, pattern: String(pattern), text }] : []
})
const control = slowTextFor(/^\+\s+([^:]+):\s*(.+)$/)
process.stdout.write(JSON.stringify({ patterns: patterns.size, slow, control }))

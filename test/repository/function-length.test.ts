import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import { listFiles, readText } from './files.ts'

const MOST_LINES = 60
const FUNCTIONS = ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']
const MARKUP = ['JSXElement', 'JSXFragment']

type Node = { type: string; start: number; end: number; body?: unknown; id?: { name?: string } | null }
type Part = { name: string; from: number; to: number }

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

/** Visits every node of a syntax tree, with the name of the variable or function around it. */
function walk(value: unknown, visit: (node: Node, name: string) => void, name = 'default'): void {
  if (Array.isArray(value)) for (const one of value) walk(one, visit, name)
  else if (isNode(value)) {
    const own = value.id?.name ?? name
    visit(value, own)
    for (const part of Object.values(value)) walk(part, visit, own)
  }
}

/** Lines that only close an element, a list or a call within JSX. */
const CLOSES = /^\s*(?:<\/[\w.-]*>|\/>|[>)\]},])*\s*$/

/**
 * The functions that are too long, with their lines: without comments, empty lines, and what only closes within JSX.
 */
function longFunctions(file: string, code: string): string[] {
  const { program, comments } = parseSync(file, code)
  const text = comments.reduce(
    (rest, { start, end }) => rest.slice(0, start) + rest.slice(start, end).replace(/[^\n]/g, ' ') + rest.slice(end),
    code,
  )
  let line = 0
  const lineAt = code.split('').map((sign) => (sign === '\n' ? line++ : line))
  const markup = new Set<number>()
  const functions: Part[] = []
  walk(program, ({ type, start, end, body }, name) => {
    const [from = 0, to = 0] = [lineAt[start], lineAt[end - 1]]
    if (body && FUNCTIONS.includes(type)) functions.push({ name, from, to })
    if (MARKUP.includes(type)) for (let at = from; at <= to; at += 1) markup.add(at)
  })
  const isCounted = text.split('\n').map((line, at) => line.trim() !== '' && !(markup.has(at) && CLOSES.test(line)))
  return functions
    .map(({ name, from, to }) => ({ name, lines: isCounted.slice(from, to + 1).filter(Boolean).length }))
    .filter(({ lines }) => lines > MOST_LINES)
    .map(({ name, lines }) => `${file}: ${name} has ${lines} lines`)
}

test(`no function has more than ${MOST_LINES} lines`, () => {
  const code = listFiles().filter((file) => /^(?:app|server|content|vite)\/.*\.tsx?$|^[\w-]+\.config\.ts$/.test(file))
  const checked = code.filter((file) => !/\.(?:test|contract)\.tsx?$|\.d\.ts$/.test(file))
  expect(checked.flatMap((file) => longFunctions(file, readText(file)))).toEqual([])
})

test('markup and functions within a function count, comments and closing lines do not', () => {
  const lines = (count: number, line: string) => `${line}\n`.repeat(count)
  const page = (count: number) => `function Page() {\n  return (\n    <p>\n${lines(count, '<b>\n</b>\n\n')}</p>)\n}`
  expect(longFunctions('a.tsx', page(56))).toEqual([])
  expect(longFunctions('a.tsx', page(57))).toEqual(['a.tsx: Page has 61 lines'])
  const factory = (count: number) => `const make = () => {\n  function inner() {\n${lines(count, 'go() // on')}  }\n}`
  expect(longFunctions('a.ts', factory(56))).toEqual([])
  expect(longFunctions('a.ts', `/** Long. */\n${factory(57)}`)).toEqual(['a.ts: make has 61 lines'])
  expect(longFunctions('a.ts', factory(56).replace('go()', '// ...\n\n/* ...\n... */\ngo()'))).toEqual([])
})

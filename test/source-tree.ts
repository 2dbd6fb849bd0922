import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from 'vite'

/** What one file asks for: the words of the import, and the file of this project they lead to, or null. `typeOnly` ones are gone when it runs. */
export type Import = { specifier: string; target: string | null; dynamic: boolean; typeOnly: boolean }

export type SourceFile = {
  /** From the project's folder, with `/`. */
  path: string
  lines: number
  imports: Import[]
  /** Nothing but re-exports. */
  barrel: boolean
}

const CODE = /\.(?:[cm]?[jt]s|tsx)$/
const ALIASES: Record<string, string> = {
  '#app/': 'app/',
  '#server/': 'server/',
  '#content/': 'content/',
  '#test/': 'test/',
}

/** Every file that git would keep, tracked or new. */
export function listFiles(root: string): string[] {
  const words = ['ls-files', '--cached', '--others', '--exclude-standard']
  const files = execFileSync('git', words, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)
  return [...new Set(files)].filter((file) => existsSync(path.join(root, file))).sort()
}

/** The code among the files, each with the imports it makes. */
export function readSources(root: string, files: string[]): SourceFile[] {
  return files
    .filter((file) => CODE.test(file))
    .map((file) => parseSource(file, readFileSync(path.join(root, file), 'utf8')))
}

type Node = { type: string; [key: string]: unknown }

/** Reads static, type-only and dynamic imports, re-exports, `import('...')` types and `new URL('./worker.ts', import.meta.url)`. */
export function parseSource(file: string, code: string): SourceFile {
  const { program, errors } = parseSync(file, code)
  if (errors.length > 0) throw new Error(`${file} does not parse: ${errors[0]?.message}`)
  const imports: Import[] = []
  const add = (value: unknown, dynamic: boolean, typeOnly = false) => {
    if (typeof value !== 'string') return
    imports.push({ specifier: value, target: resolveImport(file, value), dynamic, typeOnly })
  }
  visit(program, (node) => {
    const source = (node.source ?? node.argument) as { value?: unknown; literal?: { value?: unknown } } | undefined
    if (/^(?:Import|ExportNamed|ExportAll)Declaration$/.test(node.type))
      add(source?.value, false, [node.importKind, node.exportKind].includes('type'))
    if (node.type === 'ImportExpression') add(source?.value, true)
    if (node.type === 'TSImportType') add(source?.literal?.value ?? source?.value, false, true)
    if (node.type === 'NewExpression') add(urlOfModule(node), true)
  })
  return {
    path: file,
    lines: code.trimEnd().split('\n').length,
    imports,
    barrel: isBarrel(program.body as unknown as Node[]),
  }
}

function visit(value: unknown, see: (node: Node) => void): void {
  if (Array.isArray(value)) for (const item of value) visit(item, see)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return
  if (typeof (value as Node).type === 'string') see(value as Node)
  for (const child of Object.values(value)) if (typeof child === 'object') visit(child, see)
}

function urlOfModule(node: Node): unknown {
  const [first, second] = node.arguments as { type: string; value?: unknown }[]
  const callee = node.callee as { name?: string }
  const relative = typeof first?.value === 'string' && /^\.{1,2}\/.*\.tsx?$/.test(first.value)
  return callee.name === 'URL' && second && relative ? first.value : undefined
}

function isBarrel(body: Node[]): boolean {
  const exports = body.filter((node) => node.type.startsWith('Export'))
  const onlyPasses = body.every(
    (node) =>
      node.type === 'ImportDeclaration' ||
      node.type === 'ExportAllDeclaration' ||
      (node.type === 'ExportNamedDeclaration' && !node.declaration),
  )
  return exports.length > 0 && onlyPasses
}

function resolveImport(from: string, specifier: string): string | null {
  const bare = specifier.replace(/\?.*$/, '')
  if (bare.startsWith('.')) return path.posix.join(path.posix.dirname(from), bare)
  const alias = Object.keys(ALIASES).find((prefix) => bare.startsWith(prefix))
  return alias ? `${ALIASES[alias]}${bare.slice(alias.length)}` : null
}

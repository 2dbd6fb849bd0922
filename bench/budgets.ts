import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { ADMIN_SHELL, pageListOf } from '#app/shared/paths/page-list.ts'

/** Transfer limits in bytes, compressed with brotli. */
export const BUDGETS = {
  /** All script that the home page loads without interaction, including the framework. */
  homeScript: 103 * 1024,
  /** The same for every other page of guests. */
  pageScript: 128 * 1024,
  /** The same for a page of the back office. Its forms come with a library of 8 KB, and it loads the list of all pages. */
  adminScript: 135 * 1024,
  /** The search, with the hearts that it loads on our own site. */
  embedScript: 15 * 1024,
  bookScript: 2 * 1024,
  homeHtml: 15 * 1024,
}

type Route = { id: string; parentId?: string; index?: boolean; module: string; imports?: string[] }
/** React Router's browser manifest: the files that each page needs, and its own. */
type Manifest = { entry: { module: string; imports: string[] }; routes: Record<string, Route> }

export function readManifest(client: string): { file: string; manifest: Manifest } {
  const [file] = globSync('assets/manifest-*.js', { cwd: client }).filter(
    (name) => !/manifest-(?:guests|operators)-/.test(name),
  )
  if (!file) throw new Error(`There is no page manifest in ${client}/assets: build first.`)
  const text = readFileSync(path.join(client, file), 'utf8')
  return { file: `/${file}`, manifest: JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)) }
}

/** The files of a page: of the entry, its route and all parent routes. */
export function scriptsOfPage({ entry, routes }: Manifest, id: string): string[] {
  const files = new Set([entry.module, ...entry.imports])
  let route = routes[id]
  while (route) {
    for (const file of [route.module, ...(route.imports ?? [])]) files.add(file)
    route = route.parentId === undefined ? undefined : routes[route.parentId]
  }
  return [...files]
}

function weigh(client: string, file: string): number {
  const source = path.join(client, file)
  if (existsSync(`${source}.br`)) return readFileSync(`${source}.br`).length
  return brotliCompressSync(readFileSync(source)).length
}

type Weight = { what: string; bytes: number; budget: number; files: [string, number][] }

const isAdmin = ({ id, parentId }: Route) => id === ADMIN_SHELL || parentId === ADMIN_SHELL

function budgetOf(route: Route): number {
  if (route.index) return BUDGETS.homeScript
  return isAdmin(route) ? BUDGETS.adminScript : BUDGETS.pageScript
}

/** The sizes in a finished build that have a budget. */
export function weighBuild(client: string): Weight[] {
  const { file, manifest } = readManifest(client)
  const weighed = (files: string[]) =>
    files.map((name): [string, number] => [name, weigh(client, name)]).sort((a, b) => b[1] - a[1])
  const sum = (files: [string, number][]) => files.reduce((total, [, bytes]) => total + bytes, 0)
  const weight = (what: string, budget: number, names: string[]): Weight => {
    const files = weighed(names)
    return { what, bytes: sum(files), budget, files }
  }
  const pages = Object.values(manifest.routes).map((route) =>
    weight(route.index ? 'script of the home page' : `script of ${route.id}`, budgetOf(route), [
      ...scriptsOfPage(manifest, route.id),
      pageListOf(file, isAdmin(route) ? 'operators' : 'guests'),
    ]),
  )
  return [
    ...pages,
    weight('embed script', BUDGETS.embedScript, ['/embed/stay.js', '/embed/save-button.js']),
    weight('booking script', BUDGETS.bookScript, ['/embed/book.js']),
  ]
}

const [, program, client] = process.argv
if (program === import.meta.filename && client) {
  const kilobytes = (bytes: number) => `${(bytes / 1024).toFixed(1)} KB`
  for (const { what, bytes, budget, files } of weighBuild(client)) {
    process.stdout.write(`${what}: ${kilobytes(bytes)} of ${kilobytes(budget)} (brotli)\n`)
    if (bytes <= budget) continue
    process.exitCode = 1
    process.stderr.write(`The ${what} is over its budget:\n`)
    for (const [file, size] of files) process.stderr.write(`  ${kilobytes(size).padStart(9)}  ${file}\n`)
  }
}

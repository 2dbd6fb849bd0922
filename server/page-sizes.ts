import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { ADMIN_SHELL, pageListOf } from '#app/shared/paths/page-list.ts'

/** How much a page may grow above its line in `bench/sizes.json`. */
const GROWTH = 1.02

type Route = { id: string; parentId?: string; module: string; imports?: string[]; css?: string[] }
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

/** The scripts and stylesheets of a page: of the entry, its route and all parent routes. */
export function filesOfPage({ entry, routes }: Manifest, id: string): string[] {
  const files = new Set([entry.module, ...entry.imports])
  let route = routes[id]
  while (route) {
    for (const file of [route.module, ...(route.imports ?? []), ...(route.css ?? [])]) files.add(file)
    route = route.parentId === undefined ? undefined : routes[route.parentId]
  }
  return [...files]
}

function weigh(client: string, file: string): number {
  const source = path.join(client, file)
  if (existsSync(`${source}.br`)) return readFileSync(`${source}.br`).length
  return brotliCompressSync(readFileSync(source)).length
}

/** The files that a browser loads, with their bytes in all and of each, compressed with brotli. */
type Weight = { what: string; bytes: number; files: [string, number][] }

const isAdmin = ({ id, parentId }: Route) => id === ADMIN_SHELL || parentId === ADMIN_SHELL

/** The scripts and stylesheets of each page in a finished build, and of the scripts for other sites. */
export function weighBuild(client: string): Weight[] {
  const { file, manifest } = readManifest(client)
  const weight = (what: string, names: string[]): Weight => {
    const files = names.map((name): [string, number] => [name, weigh(client, name)]).sort((a, b) => b[1] - a[1])
    return { what, bytes: files.reduce((total, [, bytes]) => total + bytes, 0), files }
  }
  const routes = Object.values(manifest.routes)
  const shells = new Set(routes.map(({ parentId }) => parentId))
  const shared = globSync('assets/app-*.css', { cwd: client }).map((name) => `/${name}`)
  const pages = routes
    .filter(({ id }) => !shells.has(id))
    .map((route) =>
      weight(route.id, [
        ...filesOfPage(manifest, route.id),
        ...shared,
        pageListOf(file, isAdmin(route) ? 'operators' : 'guests'),
      ]),
    )
  return [
    ...pages,
    weight('embed/book', ['/embed/book.js']),
    weight('embed/search', ['/embed/stay.js', '/embed/save-button.js']),
  ]
}

const SIZES = path.resolve(import.meta.dirname, '../bench/sizes.json')

type Sizes = Record<string, number>

function readSizes(): Sizes {
  return JSON.parse(readFileSync(SIZES, 'utf8')) as Sizes
}

/** The most bytes that a page's scripts and stylesheets may have, by its name in `bench/sizes.json`. */
export function limitOf(what: string, sizes: Sizes = readSizes()): number {
  return Math.floor((sizes[what] ?? 0) * GROWTH)
}

const kilobytes = (bytes: number) => `${(bytes / 1024).toFixed(1)} KB`

/** A paragraph for each page that is too heavy or has no line, and for each line without a page. */
export function sizeProblems(weights: Weight[], sizes: Sizes): string[] {
  const problems: string[] = []
  for (const { what, bytes, files } of weights) {
    if (bytes <= limitOf(what, sizes)) continue
    const found = files.map(([file, size]) => `  ${kilobytes(size).padStart(9)}  ${file}`)
    const line = sizes[what] === undefined ? 'has no line' : `had ${sizes[what]}, and may grow by 2%`
    problems.push([`${what} has ${bytes} bytes of scripts and styles, and ${line}:`, ...found].join('\n'))
  }
  const built = new Set(weights.map(({ what }) => what))
  const gone = Object.keys(sizes).filter((what) => !built.has(what))
  return [...problems, ...gone.map((what) => `${what} has a line, and is no page.`)]
}

const REMEDY = 'Make it lighter. Or run "npm run sizes", and commit bench/sizes.json with the change that needs it.'

/** Throws when a build does not fit `bench/sizes.json`. */
export function checkSizes(client: string): void {
  const problems = sizeProblems(weighBuild(client), readSizes())
  if (problems.length > 0) throw new Error(`${problems.join('\n')}\n${REMEDY}`)
}

/** Writes the sizes of a build to `bench/sizes.json`. */
export function writeSizes(client: string): void {
  const lines = weighBuild(client).map(({ what, bytes }) => [what, bytes] as const)
  const sorted = lines.toSorted(([a], [b]) => (a < b ? -1 : 1))
  writeFileSync(SIZES, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`)
}

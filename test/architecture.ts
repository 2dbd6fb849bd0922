import path from 'node:path'
import type { SourceFile } from './source-tree.ts'

/** What a file is, read from its place and name alone (and, for a nameless part of a feature, from what it shows). */
export type Kind =
  | 'outside'
  | 'server'
  | 'entry'
  | 'page'
  | 'shell'
  | 'content'
  | 'ui'
  | 'platform'
  | 'shared'
  | 'api'
  | 'jobs'
  | 'mail'
  | 'feature.server'
  | 'part.server'
  | 'feature'
  | 'part'
  | 'component'

/** `own X` is an X of the same feature; without it, an X anywhere; a path is everything under that folder. */
export type Target = Kind | `own ${Kind}` | `app/${string}`

export type Arrow = { from: Kind[]; to: Target[] }

const LAYERS: [RegExp, Kind][] = [
  [/\.(?:test|contract)\.tsx?$|^(?:test|e2e|bench)\/|^[^/]+$/, 'outside'],
  [/^server\//, 'server'],
  [/^content\//, 'content'],
  [/^app\/[^/]+$/, 'entry'],
  [/^app\/pages\//, 'page'],
  [/^app\/shell\//, 'shell'],
  [/^app\/ui\//, 'ui'],
  [/^app\/platform\//, 'platform'],
  [/^app\/shared\//, 'shared'],
]

const SUFFIXES: [RegExp, Kind][] = [
  [/\.api\.server\.tsx?$/, 'api'],
  [/\.jobs\.server\.tsx?$/, 'jobs'],
  [/\.mail\.tsx$/, 'mail'],
]

/** The folder of `app/features/` that the file lies in, or null. */
export function featureOf(file: string): string | null {
  return /^app\/features\/([^/]+)\//.exec(file)?.[1] ?? null
}

/** Null when the house has no place for such a file. */
export function kindOf(file: SourceFile): Kind | null {
  const layer = LAYERS.find(([pattern]) => pattern.test(file.path))
  if (layer) return layer[1]
  const feature = featureOf(file.path)
  if (!feature) return null
  const suffix = SUFFIXES.find(([pattern]) => pattern.test(file.path))
  if (suffix) return suffix[1]
  const inFeature = file.path.slice(`app/features/${feature}/`.length)
  if (inFeature === `${feature}.server.ts`) return 'feature.server'
  if (inFeature === `${feature}.ts`) return 'feature'
  if (/\.server\.tsx?$/.test(inFeature)) return 'part.server'
  return inFeature.endsWith('.tsx') || shows(file) ? 'component' : 'part'
}

/** A hook, or the start of a script, is written in `.ts` and yet belongs to what is shown. */
function shows(file: SourceFile): boolean {
  return file.imports.some(
    ({ specifier, target }) =>
      ['react', 'react-router'].includes(specifier) || target?.endsWith('.tsx') || target?.startsWith('app/ui/'),
  )
}

export type Edge = { from: SourceFile; to: SourceFile; fromKind: Kind; toKind: Kind }

/** Every import between two files of the project. Type-only imports count: they tie two files together all the same. */
export function edgesOf(sources: SourceFile[]): Edge[] {
  const byPath = new Map(sources.map((file) => [file.path, file]))
  return sources.flatMap((from) =>
    from.imports.flatMap(({ target }) => {
      const to = target ? byPath.get(target) : undefined
      const [fromKind, toKind] = [kindOf(from), to && kindOf(to)]
      return to && fromKind && toKind ? [{ from, to, fromKind, toKind }] : []
    }),
  )
}

/** The imports that start at one of the arrow's kinds and end where it does not lead. Imports across features are `brokenFeatureArrows`'. */
export function brokenArrows(edges: Edge[], { from, to }: Arrow): string[] {
  return edges
    .filter((edge) => from.includes(edge.fromKind) && !betweenFeatures(edge))
    .filter((edge) => edge.toKind !== edge.fromKind && !to.some((target) => leadsTo(target, edge)))
    .map(describe)
}

function leadsTo(target: Target, { from, to, toKind }: Edge): boolean {
  if (target.startsWith('app/')) return to.path.startsWith(target)
  if (!target.startsWith('own ')) return toKind === target
  return toKind === target.slice('own '.length) && featureOf(from.path) === featureOf(to.path)
}

/** What a file may use of another feature, by what it is; all of them front doors. */
const DOORS: Partial<Record<Kind, Kind[]>> = {
  'feature.server': ['feature.server', 'feature'],
  'part.server': ['feature.server', 'feature'],
  api: ['feature.server', 'feature'],
  jobs: ['feature.server', 'feature'],
  mail: ['feature'],
  feature: ['feature'],
  part: ['feature'],
  component: ['feature', 'component'],
}

const betweenFeatures = ({ from, to }: Edge) => {
  const [a, b] = [featureOf(from.path), featureOf(to.path)]
  return a !== null && b !== null && a !== b
}

/** The imports from the feature into another that its list does not name, or past that one's front doors. */
export function brokenFeatureArrows(edges: Edge[], feature: string, mayUse: string[]): string[] {
  return edges
    .filter((edge) => edge.fromKind !== 'outside' && featureOf(edge.from.path) === feature && betweenFeatures(edge))
    .filter((edge) => !mayUse.includes(featureOf(edge.to.path) ?? '') || !DOORS[edge.fromKind]?.includes(edge.toKind))
    .map(describe)
}

/** What a product file takes from the tests, the benchmarks or the configuration; and a test file that anything imports. */
export function importsOfOutsiders(edges: Edge[]): string[] {
  return edges
    .filter(
      ({ to, fromKind, toKind }) => (toKind === 'outside' && fromKind !== 'outside') || to.path.includes('.test.'),
    )
    .map(describe)
}

function describe({ from, to, fromKind, toKind }: Edge): string {
  return `${from.path} (${fromKind}) imports ${to.path} (${toKind})`
}

/**
 * Rings of imports that a folder is part of, among the files and folders that lie side by side, each written
 * `a > b > a`. A folder stands for all that is in it. Tests do not count, since nothing imports them.
 */
export function findCycles(edges: Edge[]): string[] {
  const graph = new Map<string, Set<string>>()
  const files = new Set(edges.flatMap(({ from, to }) => [from.path, to.path]))
  for (const { from, to, fromKind, toKind } of edges) {
    if (fromKind === 'outside' || toKind === 'outside') continue
    const [a, b] = whereTheyPart(from.path, to.path)
    if (a !== b) graph.set(a, (graph.get(a) ?? new Set()).add(b))
  }
  const rings = new Map<string, string>()
  for (const folder of [...graph.keys()].filter((node) => !files.has(node))) {
    const ring = shortestRing(graph, folder)
    const members = ring?.toSorted().join()
    if (ring && members && !rings.has(members)) rings.set(members, [...ring, folder].join(' > '))
  }
  return [...rings.values()]
}

function shortestRing(graph: Map<string, Set<string>>, start: string): string[] | null {
  const queue: string[][] = [[start]]
  const seen = new Set<string>()
  for (const trail of queue) {
    for (const next of graph.get(trail.at(-1) ?? '') ?? []) {
      if (next === start) return trail
      if (!seen.has(next)) queue.push([...trail, next])
      seen.add(next)
    }
  }
  return null
}

function whereTheyPart(from: string, to: string): [string, string] {
  const [a, b] = [from.split('/'), to.split('/')]
  const depth = a.findIndex((word, index) => word !== b[index])
  if (depth < 0) return [from, to]
  return [path.posix.join(...a.slice(0, depth + 1)), path.posix.join(...b.slice(0, depth + 1))]
}

import path from 'node:path'
import type { SourceFile } from './source-tree.ts'

/** What a file is, read from its place and name alone. */
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
  | 'feature'

/** A path is everything under that folder. */
export type AllowedImports = { from: Kind[]; to: (Kind | `app/${string}`)[] }

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

/** Null when the layout has no place for such a file. */
export function kindOf(file: SourceFile): Kind | null {
  const layer = LAYERS.find(([pattern]) => pattern.test(file.path))
  if (layer) return layer[1]
  const feature = featureOf(file.path)
  if (!feature) return null
  const suffix = SUFFIXES.find(([pattern]) => pattern.test(file.path))
  if (suffix) return suffix[1]
  return /\.server\.tsx?$/.test(file.path) ? 'feature.server' : 'feature'
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

/** The imports from the named kinds to kinds that their line does not allow. */
export function forbiddenImports(edges: Edge[], { from, to }: AllowedImports): string[] {
  return edges
    .filter((edge) => from.includes(edge.fromKind) && edge.toKind !== edge.fromKind)
    .filter(({ to: file, toKind }) => !to.some((target) => target === toKind || file.path.startsWith(target)))
    .map(describe)
}

/** The imports from the feature into one that its list does not name, or into the HTTP, jobs or mail of any other. */
export function forbiddenFeatureImports(edges: Edge[], feature: string, mayUse: string[]): string[] {
  return edges
    .filter(({ from, to, fromKind }) => {
      const other = featureOf(to.path)
      return fromKind !== 'outside' && featureOf(from.path) === feature && other !== null && other !== feature
    })
    .filter(
      ({ to, toKind }) => !mayUse.includes(featureOf(to.path) ?? '') || !['feature', 'feature.server'].includes(toKind),
    )
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

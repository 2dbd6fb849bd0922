import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  type AllowedImports,
  edgesOf,
  featureOf,
  findCycles,
  forbiddenFeatureImports,
  forbiddenImports,
  importsOfOutsiders,
  kindOf,
} from './architecture.ts'
import {
  badlyNamed,
  badPaths,
  deadLinks,
  deadReferences,
  drawers,
  namesOneMachine,
  pathsOf,
  readsEnvironment,
  readsPrintedDates,
  sizes,
} from './house-rules.ts'
import { listFiles, readSources } from './source-tree.ts'

/** What each kind of file may import beside files of its own kind. A feature is `feature.server` (only on the server) or `feature`. */
const ALLOWED_IMPORTS: AllowedImports[] = [
  { from: ['server'], to: ['api', 'jobs', 'feature.server', 'feature', 'content', 'platform', 'shared'] },
  { from: ['entry', 'page', 'shell'], to: ['page', 'shell', 'feature', 'feature.server', 'ui', 'shared', 'platform'] },
  { from: ['content'], to: ['feature', 'feature.server', 'platform', 'shared'] },
  { from: ['api', 'jobs'], to: ['feature.server', 'feature', 'platform', 'shared'] },
  { from: ['feature.server'], to: ['feature', 'mail', 'platform', 'shared'] },
  { from: ['mail'], to: ['feature', 'app/platform/mail/', 'shared'] },
  { from: ['feature'], to: ['ui', 'shared'] },
  { from: ['platform', 'ui'], to: ['shared'] },
  { from: ['shared'], to: [] },
]

const CATALOGUE = ['media', 'site', 'properties']
const STAYS = [...CATALOGUE, 'pricing', 'availability']
/** Which features a feature may use; never their HTTP, jobs or mail. */
const ALLOWED_FEATURES: Record<string, string[]> = {
  media: [],
  site: ['media'],
  properties: ['media', 'site'],
  pricing: CATALOGUE,
  availability: [...CATALOGUE, 'pricing'],
  search: STAYS,
  bookings: STAYS,
  embeds: [...STAYS, 'search', 'bookings'],
  'calendar-sync': STAYS,
  contact: [...STAYS, 'bookings'],
  'host-inquiries': ['media', 'site'],
  newsletter: ['media', 'site'],
  giveaway: ['media', 'site', 'newsletter'],
  operators: ['media', 'site'],
  privacy: [],
}

const READS_ENVIRONMENT =
  /^app\/platform\/config\.server\.ts$|^server\/(?:start\.mjs|build\.ts|dev\.ts|releases\.ts)$|^(?:test|e2e|bench)\/|^[^/]+\.config\.ts$/
/** Drizzle takes its tables as one module. */
const BARRELS = ['app/platform/db/schema.server.ts']
const CAP = 300

const root = path.resolve(import.meta.dirname, '..')
const files = listFiles(root)
const text = (file: string) => readFileSync(path.join(root, file), 'utf8')
const sources = readSources(root, files)
const edges = edgesOf(sources)
const product = sources.filter((file) => kindOf(file) !== 'outside')

describe('allowed imports', () => {
  test('every source file has a place in the layout', () => {
    expect(sources.filter((file) => kindOf(file) === null).map((file) => file.path)).toEqual([])
  })

  test('every import leads to a file that exists', () => {
    const missing = sources.flatMap((file) =>
      file.imports
        .filter(
          ({ specifier, target }) => target && !specifier.includes('/+types/') && !existsSync(path.join(root, target)),
        )
        .map(({ specifier }) => `${file.path}: '${specifier}'`),
    )
    // The build makes these.
    expect(missing.filter((line) => !line.includes('/build/'))).toEqual([])
  })

  for (const allowed of ALLOWED_IMPORTS) {
    test(`${allowed.from.join(', ')} -> ${allowed.to.join(', ') || 'nothing'}`, () => {
      expect(forbiddenImports(edges, allowed)).toEqual([])
    })
  }

  for (const [feature, mayUse] of Object.entries(ALLOWED_FEATURES)) {
    test(`feature ${feature} -> ${mayUse.join(', ') || 'no other feature'}`, () => {
      expect(forbiddenFeatureImports(edges, feature, mayUse)).toEqual([])
    })
  }

  test('every feature has its line above', () => {
    const features = new Set(sources.flatMap((file) => featureOf(file.path) ?? []))
    expect([...features].filter((feature) => !ALLOWED_FEATURES[feature])).toEqual([])
  })

  test('nothing imports tests, benchmarks or configuration', () => {
    expect(importsOfOutsiders(edges)).toEqual([])
  })

  test('no folder is part of a cycle of imports', () => {
    expect(findCycles(edges)).toEqual([])
  })
})

describe('habits', () => {
  test('imports stay in their slice or start at the root, and name the whole file', () => {
    expect(sources.flatMap(badPaths)).toEqual([])
  })

  test('no file only passes on what others export', () => {
    expect(sources.filter((file) => file.barrel && !BARRELS.includes(file.path)).map((file) => file.path)).toEqual([])
  })

  test('only the configuration reads the environment', () => {
    const readers = sources.filter((file) => !READS_ENVIRONMENT.test(file.path) && !file.path.includes('.test.'))
    expect(readers.filter((file) => readsEnvironment(text(file.path))).map((file) => file.path)).toEqual([])
  })

  test('no date is made by reading what a locale printed', () => {
    expect(sources.filter((file) => readsPrintedDates(text(file.path))).map((file) => file.path)).toEqual([])
  })

  test('no drawers: every file and folder is named for what is in it', () => {
    expect(drawers(files)).toEqual([])
  })

  test('names are in kebab-case', () => {
    expect(badlyNamed(files)).toEqual([])
  })

  test('half the files have at most 60 lines, nine in ten at most 150, none more than 300', () => {
    const measured = sizes(product.filter((file) => !file.path.startsWith('content/')))
    expect(measured.median).toBeLessThanOrEqual(60)
    expect(measured.p90).toBeLessThanOrEqual(150)
    const stylesheets = files
      .filter((file) => file.endsWith('.css'))
      .map((file) => ({ path: file, lines: text(file).split('\n').length }))
    expect(sizes([...sources, ...stylesheets]).longest.filter((file) => file.lines > CAP)).toEqual([])
  })

  test('no file names a package registry or a path of one machine', () => {
    const readable = files.filter((file) => !/\.(?:avif|webp|jpe?g|png|ico|woff2?|gz|br)$/.test(file))
    const named = readable.flatMap((file) =>
      namesOneMachine(text(file)).map((line) => `${file}: ${line.trim().slice(0, 120)}`),
    )
    expect(named).toEqual([])
  })

  test('references lead to pages that are there', () => {
    const pages = files.filter((file) => file.startsWith('docs/'))
    // A migration is never edited, and the rule's own file and test write what it refuses.
    const judged = files.filter((file) => /\.(?:tsx?|mjs|css|md)$/.test(file) && !/^test\/house-rules\./.test(file))
    const dead = judged.flatMap((file) => deadReferences(text(file), pages).map((found) => `${file}: ${found}`))
    expect(dead).toEqual([])
  })

  test('links of the documents lead to files and headings that are there', () => {
    const pages = new Map(files.filter((file) => file.endsWith('.md')).map((file) => [file, text(file)]))
    expect(deadLinks(pages, (file) => existsSync(path.join(root, file)))).toEqual([])
  })

  test('paths that the documents name are there', () => {
    const pages = files.filter((file) => file.endsWith('.md'))
    const dead = pages.flatMap((page) =>
      pathsOf(text(page))
        .filter((named) => !existsSync(path.join(root, named)))
        .map((named) => `${page}: ${named}`),
    )
    expect(dead).toEqual([])
  })

  test('the indexes of docs/decisions and docs/features name every page, decisions by their title', () => {
    const pages = files.filter(
      (file) => /^docs\/(?:decisions|features)\/.*\.md$/.test(file) && !file.endsWith('/README.md'),
    )
    const missing = pages.filter((page) => {
      const title = /^# \d+\. (.*)/.exec(text(page))?.[1]
      const link = title ? `[${title}](${path.basename(page)})` : `](${path.basename(page)})`
      return !text(path.join(path.dirname(page), 'README.md')).includes(link)
    })
    expect(missing).toEqual([])
  })
})

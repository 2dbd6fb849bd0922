import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  type Arrow,
  brokenArrows,
  brokenFeatureArrows,
  edgesOf,
  featureOf,
  findCycles,
  importsOfOutsiders,
  kindOf,
} from './architecture.ts'
import {
  badlyNamed,
  badPaths,
  deadReferences,
  drawers,
  linksOf,
  namesOneMachine,
  readsEnvironment,
  readsPrintedDates,
  sizes,
} from './house-rules.ts'
import { listFiles, readSources } from './source-tree.ts'

/** Each line is complete. A file may also import files of its own kind in its own feature or layer. */
const ARROWS: Arrow[] = [
  { from: ['server'], to: ['api', 'jobs', 'feature.server', 'content', 'platform', 'shared'] },
  { from: ['entry'], to: ['page', 'shell', 'feature', 'feature.server', 'component', 'ui', 'shared', 'platform'] },
  { from: ['page', 'shell'], to: ['feature', 'feature.server', 'component', 'ui', 'shared', 'platform'] },
  { from: ['content'], to: ['feature', 'feature.server', 'platform', 'shared'] },
  {
    from: ['api', 'jobs'],
    to: ['own feature.server', 'own part.server', 'own feature', 'own part', 'platform', 'shared'],
  },
  {
    from: ['feature.server', 'part.server'],
    to: ['own feature.server', 'own part.server', 'own feature', 'own part', 'own mail', 'platform', 'shared'],
  },
  { from: ['mail'], to: ['own feature', 'own part', 'app/platform/mail/', 'shared'] },
  { from: ['feature', 'part'], to: ['own feature', 'own part', 'shared'] },
  { from: ['component'], to: ['own feature', 'own part', 'ui', 'shared'] },
  { from: ['platform', 'ui'], to: ['shared'] },
  { from: ['shared'], to: [] },
]

const EVERY_OTHER = ['site', 'media']
/** Which features a feature may use, through their front doors. */
const FEATURE_ARROWS: Record<string, string[]> = {
  media: [],
  site: ['media'],
  properties: [...EVERY_OTHER],
  availability: [...EVERY_OTHER, 'properties'],
  bookings: [...EVERY_OTHER, 'availability', 'properties'],
  'calendar-sync': [...EVERY_OTHER, 'availability', 'properties'],
  embeds: [...EVERY_OTHER, 'bookings', 'availability', 'properties'],
  contact: [...EVERY_OTHER, 'properties', 'bookings'],
  'host-inquiries': [...EVERY_OTHER],
  giveaway: [...EVERY_OTHER, 'newsletter'],
  newsletter: [...EVERY_OTHER, 'journal'],
  journal: [...EVERY_OTHER],
  operators: [...EVERY_OTHER],
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

describe('arrows', () => {
  test('every source file has a place in the house', () => {
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

  for (const arrow of ARROWS) {
    test(`${arrow.from.join(', ')} -> ${arrow.to.join(', ') || 'nothing'}`, () => {
      expect(brokenArrows(edges, arrow)).toEqual([])
    })
  }

  for (const [feature, mayUse] of Object.entries(FEATURE_ARROWS)) {
    test(`feature ${feature} -> ${mayUse.join(', ') || 'no other feature'}, by their front doors`, () => {
      expect(brokenFeatureArrows(edges, feature, mayUse)).toEqual([])
    })
  }

  test('every feature has its line above', () => {
    const features = new Set(sources.flatMap((file) => featureOf(file.path) ?? []))
    expect([...features].filter((feature) => !FEATURE_ARROWS[feature])).toEqual([])
  })

  test('nothing imports tests, benchmarks or configuration', () => {
    expect(importsOfOutsiders(edges)).toEqual([])
  })

  test('no folder is part of a ring of imports', () => {
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
    const decisions = files.filter((file) => file.startsWith('docs/decisions/'))
    // A migration is never edited, and the rule's own file and test write what it refuses.
    const judged = files.filter((file) => /\.(?:tsx?|mjs|css|md)$/.test(file) && !/^test\/house-rules\./.test(file))
    const dead = judged.flatMap((file) => deadReferences(text(file), decisions).map((found) => `${file}: ${found}`))
    expect(dead).toEqual([])
  })

  test('links in the written pages lead somewhere', () => {
    const pages = files.filter((file) => file.endsWith('.md'))
    const dead = pages.flatMap((page) =>
      linksOf(page, text(page))
        .filter((target) => !existsSync(path.join(root, target)))
        .map((target) => `${page}: ${target}`),
    )
    expect(dead).toEqual([])
  })
})
